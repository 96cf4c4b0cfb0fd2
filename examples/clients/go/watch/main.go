// Command watch talks to a running combined.
//
//	watch watch PATH...               prints every change, one line each; the daemon may come and go
//	watch call METHOD [PARAMS]        prints the result of one request
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"

	combined "combined/client"
)

func shown(values []combined.Value) {
	for _, value := range values {
		if len(value.Value) == 0 {
			fmt.Println(value.Path, "removed")
			continue
		}
		var text bytes.Buffer
		if json.Compact(&text, value.Value) == nil {
			fmt.Println(value.Path, "=", text.String())
		}
	}
}

func show(event combined.Event) {
	switch event.Type {
	case "snapshot":
		shown(event.Entries)
	case "change":
		shown(event.Changes)
	case "ready":
		fmt.Println("# ready", event.Rev)
	case "gap":
		fmt.Println("# gap", event.Reason, event.From, event.To)
	case "end":
		fmt.Println("# end", event.Reason)
	case "failed":
		if event.Error != nil {
			fmt.Println("# failed", event.Error.Message)
		}
	case "print":
		fmt.Println("# print", event.Text)
	case "lost", "complete", "shutdown":
		fmt.Println("#", event.Type)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "watch:", err)
	os.Exit(1)
}

func main() {
	if len(os.Args) < 3 || os.Args[1] != "watch" && os.Args[1] != "call" {
		fmt.Fprintln(os.Stderr, "usage: watch watch PATH... | watch call METHOD [PARAMS]")
		os.Exit(64)
	}
	client := combined.New("", "watch.go")
	defer client.Close()
	if os.Args[1] == "watch" {
		client.Subscribe("main", os.Args[2:], nil)
		for event := range client.Events() {
			show(event)
			if event.Type == "refused" {
				fail(event.Err)
			}
			if event.IsFinal() {
				return
			}
		}
	}
	go func() {
		for range client.Events() {
		}
	}()
	var params json.RawMessage
	if len(os.Args) > 3 {
		params = json.RawMessage(os.Args[3])
	} else {
		params = json.RawMessage("{}")
	}
	var result json.RawMessage
	if err := client.Call(context.Background(), os.Args[2], params, &result); err != nil {
		fail(err)
	}
	fmt.Println(string(result))
}
