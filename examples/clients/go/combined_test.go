package combined

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net"
	"path/filepath"
	"sync"
	"testing"
)

// The library: what the program in watch does not show. A daemon that answers by itself is at the other end.

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// scripted listens at a socket of its own, and notes what it hears.
type scripted struct {
	path  string
	mutex sync.Mutex
	heard []request
}

func start(t *testing.T) *scripted {
	daemon := &scripted{path: filepath.Join(t.TempDir(), "sock")}
	listener, err := net.Listen("unix", daemon.path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go daemon.converse(connection)
		}
	}()
	return daemon
}

func (d *scripted) converse(connection net.Conn) {
	defer connection.Close()
	lines := bufio.NewScanner(connection)
	for lines.Scan() {
		var heard request
		if json.Unmarshal(lines.Bytes(), &heard) != nil {
			return
		}
		d.mutex.Lock()
		d.heard = append(d.heard, heard)
		d.mutex.Unlock()
		reply := func(members string) {
			connection.Write([]byte(`{"jsonrpc":"2.0","id":` + string(heard.ID) + `,` + members + "}\n"))
		}
		switch heard.Method {
		case "session.hello":
			reply(`"result":{"protocol":"1","epoch":"e1","rev":5}`)
		case "sub.open":
			reply(`"result":{"sub":"main","rev":5,"effective":{}}`)
			connection.Write([]byte(`{"jsonrpc":"2.0","method":"sub.event","params":{"sub":"main","n":1,"type":"ready","rev":5,"count":0}}` + "\n"))
		case "refuse":
			reply(`"error":{"code":-32002,"message":"No.","data":{"kind":"notFound","hint":"Look again.","retry":"never"}}`)
		case "hang.up":
			return
		case "never", "$/cancel":
		default:
			reply(`"result":` + string(heard.Params))
		}
	}
}

func (d *scripted) count(method string) (count int) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for _, heard := range d.heard {
		if heard.Method == method {
			count++
		}
	}
	return
}

type number struct {
	N int `json:"n"`
}

func TestCallsOfManyGoroutines(t *testing.T) {
	client := New(start(t).path, "test")
	defer client.Close()
	var all sync.WaitGroup
	for n := 0; n < 100; n++ {
		all.Add(1)
		go func(n int) {
			defer all.Done()
			var result number
			if err := client.Call(context.Background(), "echo", number{n}, &result); err != nil || result.N != n {
				t.Errorf("%d came back as %d: %v", n, result.N, err)
			}
		}(n)
	}
	all.Wait()
}

func TestARefusalIsToldFromALoss(t *testing.T) {
	client := New(start(t).path, "test")
	defer client.Close()
	go func() {
		for range client.Events() {
		}
	}()
	var refused *Refused
	err := client.Call(context.Background(), "refuse", nil, nil)
	if !errors.As(err, &refused) || refused.Data.Kind != "notFound" || !refused.IsFinal() {
		t.Fatalf("refused as %v", err)
	}
	if err.Error() != "notFound: No. Look again." {
		t.Fatalf("it says %q", err)
	}
	if err := client.Call(context.Background(), "hang.up", nil, nil); !errors.Is(err, ErrLost) {
		t.Fatalf("lost as %v", err)
	}
	// The next call waits for the next connection.
	var result number
	if err := client.Call(context.Background(), "echo", number{7}, &result); err != nil || result.N != 7 {
		t.Fatalf("%v: %v", result, err)
	}
}

func TestACancelledCallIsGivenUp(t *testing.T) {
	daemon := start(t)
	client := New(daemon.path, "test")
	defer client.Close()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- client.Call(ctx, "never", nil, nil) }()
	// What is answered after it was sent after it.
	for daemon.count("never") == 0 {
		client.Call(context.Background(), "echo", number{1}, nil)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled as %v", err)
	}
	for daemon.count("$/cancel") == 0 {
		client.Call(context.Background(), "echo", number{1}, nil)
	}
}

func TestASubscriptionIsOpenedAgainWhereItWas(t *testing.T) {
	daemon := start(t)
	client := New(daemon.path, "test")
	defer client.Close()
	client.Subscribe("main", []string{"a"}, nil)
	var types []string
	for event := range client.Events() {
		types = append(types, event.Type)
		if len(types) == 1 {
			go client.Call(context.Background(), "hang.up", nil, nil)
		}
		if len(types) == 3 {
			break
		}
	}
	if types[0] != "ready" || types[1] != "lost" || types[2] != "ready" {
		t.Fatalf("events: %v", types)
	}
	daemon.mutex.Lock()
	defer daemon.mutex.Unlock()
	var last struct {
		From *Bookmark `json:"from"`
	}
	for _, heard := range daemon.heard {
		if heard.Method == "sub.open" {
			json.Unmarshal(heard.Params, &last)
		}
	}
	if last.From == nil || *last.From != (Bookmark{"e1", 5}) {
		t.Fatalf("it resumes from %v", last.From)
	}
}

func TestWithoutADaemon(t *testing.T) {
	client := New("/nonexistent/sock", "test")
	defer client.Close()
	var refused *Refused
	if err := client.Call(context.Background(), "echo", nil, nil); err == nil || errors.As(err, &refused) || errors.Is(err, ErrLost) {
		t.Fatalf("no daemon is %v", err)
	}
}
