// The smallest client: `minimal get PATH`, `minimal set PATH JSON`, `minimal watch PATH...`.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net"
	"os"
)

type entry struct {
	Path  string          `json:"path"`
	Value json.RawMessage `json:"value"`
}

type message struct {
	Error  *struct{ Message string }
	Result *struct {
		Value json.RawMessage
		Rev   int
	}
	Params struct{ Entries, Changes []entry }
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 || os.Args[1] == "set" && len(os.Args) < 4 {
		log.Fatal("minimal get PATH | set PATH JSON | watch PATH...")
	}
	verb, words := os.Args[1], os.Args[2:]
	daemon, err := net.Dial("unix", os.Getenv("COMBINED_SOCKET")) // minimal.py says where else it may be
	if err != nil {
		log.Fatal(err)
	}
	method, params := "sub.open", any(map[string]any{"sub": "main", "paths": words})
	if verb == "get" {
		method, params = "store.get", map[string]string{"path": words[0]}
	} else if verb == "set" {
		method, params = "store.set", entry{words[0], json.RawMessage(words[1])}
	}
	request := map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
	if err := json.NewEncoder(daemon).Encode(request); err != nil {
		log.Fatal(err)
	}
	for lines := json.NewDecoder(daemon); ; {
		var heard message
		if err := lines.Decode(&heard); err != nil {
			log.Fatal("the daemon has gone")
		} else if heard.Error != nil {
			log.Fatal(heard.Error.Message)
		} else if heard.Result != nil && verb != "watch" {
			fmt.Println(map[string]any{"get": string(heard.Result.Value), "set": heard.Result.Rev}[verb])
			return
		}
		for _, each := range append(heard.Params.Entries, heard.Params.Changes...) {
			fmt.Printf("%s = %s\n", each.Path, each.Value)
		}
	}
}
