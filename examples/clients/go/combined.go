// Package combined is a client of the daemon combined, with nothing but Go's standard library. The protocol is described
// in Protocol/README.md.
//
//	client := combined.New("", "demo")
//	defer client.Close()
//	client.Subscribe("main", []string{"signup.**"}, nil)
//	for event := range client.Events() { … }
package combined

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"net"
	"os"
	"sync"
	"time"
)

// SocketPath says where the daemon listens: the first of these that is given, the same rule as combinectl's.
func SocketPath() string {
	if path := os.Getenv("COMBINED_SOCKET"); path != "" {
		return path
	}
	if folder := os.Getenv("XDG_RUNTIME_DIR"); folder != "" {
		return folder + "/combined/sock"
	}
	folder := os.Getenv("TMPDIR")
	if folder == "" {
		folder = "/tmp"
	}
	return fmt.Sprintf("%s/combined-%d/sock", folder, os.Getuid())
}

// Refused is the daemon's no. Kind never changes and is for programs; the message is for people.
type Refused struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    struct {
		Kind  string `json:"kind"`
		Hint  string `json:"hint"`
		Retry string `json:"retry"`
	} `json:"data"`
}

func (r *Refused) Error() string {
	text := r.Data.Kind + ": " + r.Message
	if r.Data.Hint != "" {
		text += " " + r.Data.Hint
	}
	return text
}

// IsFinal says whether trying again would not help.
func (r *Refused) IsFinal() bool { return r.Data.Retry != "now" && r.Data.Retry != "later" }

// ErrLost means that the connection ended before the reply. Whether the request took effect is not known.
var ErrLost = errors.New("the connection was lost before the reply")

// errBroken means that what came cannot be right, or is not wanted: a new connection resumes.
var errBroken = errors.New("the connection is of no use")

// Bookmark is a place in history.
type Bookmark struct {
	Epoch string `json:"epoch"`
	Rev   int64  `json:"rev"`
}

// Value is one path of a snapshot or a change. Value is nil where the path is gone.
type Value struct {
	Path  string          `json:"path"`
	Op    string          `json:"op"`
	Value json.RawMessage `json:"value"`
	Old   json.RawMessage `json:"old"`
	Rev   int64           `json:"rev"`
}

// Event is what the daemon tells without being asked: of a subscription, or (without Sub) a notice. The client adds
// events of type "lost", when the connection ended, and "refused", with Err, when a subscription was.
type Event struct {
	Sub     string    `json:"sub"`
	N       int64     `json:"n"`
	Type    string    `json:"type"`
	Rev     int64     `json:"rev"`
	Count   int64     `json:"count"`
	Merged  int64     `json:"merged"`
	Entries []Value   `json:"entries"`
	Changes []Value   `json:"changes"`
	Reason  string    `json:"reason"`
	From    int64     `json:"from"`
	To      int64     `json:"to"`
	Resume  *Bookmark `json:"resume"`
	Text    string    `json:"text"`
	Part    int       `json:"part"`
	Parts   int       `json:"parts"`
	Error   *Refused  `json:"error"`
	Err     error     `json:"-"`
}

// IsFinal says whether nothing of its subscription follows, not even after it was opened again.
func (e Event) IsFinal() bool {
	switch e.Type {
	case "complete", "failed", "refused":
		return true
	case "end":
		return e.Reason != "slow" && e.Reason != "shutdown"
	}
	return false
}

type subscription struct {
	params   map[string]any
	bookmark *Bookmark
	number   int64
	pieces   string
}

type answer struct {
	result json.RawMessage
	err    error
}

// Client is a connection to the daemon that comes back by itself. Any goroutine may use it.
type Client struct {
	path, name string
	events     chan Event
	done       chan struct{}
	closing    sync.Once

	mutex         sync.Mutex
	connection    net.Conn
	attempted     chan struct{} // closed when the present attempt to connect has succeeded or failed
	failure       error         // why it failed
	pending       map[int64]func(answer)
	subscriptions map[string]*subscription
	names         []string
	lastID        int64
	epoch         string
	attempt       int
}

// New makes a client and begins to connect. An empty path stands for where the daemon listens by default.
func New(path, name string) *Client {
	if path == "" {
		path = SocketPath()
	}
	c := &Client{
		path: path, name: name, events: make(chan Event), done: make(chan struct{}), attempted: make(chan struct{}),
		pending: map[int64]func(answer){}, subscriptions: map[string]*subscription{},
	}
	go c.run()
	return c
}

// Close ends the connection, and with it everything that it owns in the daemon.
func (c *Client) Close() {
	c.closing.Do(func() { close(c.done) })
	c.hangUp()
}

// Events gives what the daemon tells, in order. While nobody reads it, nothing is read from the connection either.
func (c *Client) Events() <-chan Event { return c.events }

// Call asks and waits for the answer, which is decoded into result unless that is nil. The error is a *Refused, ErrLost,
// the context's, or why no daemon is there. It never repeats a request. Events must be read meanwhile.
func (c *Client) Call(ctx context.Context, method string, params any, result any) error {
	c.mutex.Lock()
	// What was lost before anything was sent on it is not asked twice: the next connection is the first.
	for c.connection == nil {
		attempted := c.attempted
		c.mutex.Unlock()
		select {
		case <-attempted:
		case <-ctx.Done():
			return ctx.Err()
		}
		c.mutex.Lock()
		if c.connection == nil && c.failure != nil {
			defer c.mutex.Unlock()
			return c.failure
		}
	}
	answers := make(chan answer, 1)
	id := c.request(method, params, func(a answer) { answers <- a })
	c.mutex.Unlock()
	select {
	case a := <-answers:
		if a.err != nil || result == nil {
			return a.err
		}
		return json.Unmarshal(a.result, result)
	case <-ctx.Done():
		c.mutex.Lock()
		defer c.mutex.Unlock()
		delete(c.pending, id)
		c.send(map[string]any{"method": "$/cancel", "params": map[string]any{"id": id}})
		return ctx.Err()
	}
}

// Subscribe opens a subscription, which survives lost connections: it is opened again where it was. Options are further
// params of sub.open.
func (c *Client) Subscribe(name string, paths []string, options map[string]any) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	params := map[string]any{"sub": name, "paths": paths}
	for key, value := range options {
		params[key] = value
	}
	c.subscriptions[name] = &subscription{params: params}
	c.names = append(c.names, name)
	if c.connection != nil {
		c.open(name)
	}
}

// Unsubscribe forgets a subscription at once.
func (c *Client) Unsubscribe(name string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.forget(name) {
		c.request("sub.close", map[string]any{"sub": name}, func(answer) {})
	}
}

func (c *Client) forget(name string) bool {
	if c.subscriptions[name] == nil {
		return false
	}
	delete(c.subscriptions, name)
	for i, each := range c.names {
		if each == name {
			c.names = append(c.names[:i:i], c.names[i+1:]...)
			break
		}
	}
	return true
}

// The connection. What follows down to `run` is called with the mutex held.

func (c *Client) send(message map[string]any) {
	if c.connection == nil {
		return
	}
	message["jsonrpc"] = "2.0"
	line, err := json.Marshal(message)
	if err == nil {
		// A failure shows where the connection is read.
		_, _ = c.connection.Write(append(line, '\n'))
	}
}

func (c *Client) request(method string, params any, done func(answer)) int64 {
	c.lastID++
	c.pending[c.lastID] = done
	message := map[string]any{"id": c.lastID, "method": method}
	if params != nil {
		message["params"] = params
	}
	c.send(message)
	return c.lastID
}

func (c *Client) open(name string) {
	s := c.subscriptions[name]
	s.number, s.pieces = 0, ""
	params := map[string]any{}
	for key, value := range s.params {
		params[key] = value
	}
	if s.bookmark != nil {
		params["from"] = s.bookmark
	}
	c.request("sub.open", params, func(a answer) {
		var refused *Refused
		// A connection that is lost, or an overload, is a reason to try again; the next connection does.
		if errors.As(a.err, &refused) {
			if refused.IsFinal() {
				c.refuse(name, refused)
			} else {
				c.connection.Close()
			}
		}
	})
}

func (c *Client) refuse(name string, refused *Refused) {
	c.forget(name)
	c.tell(Event{Type: "refused", Sub: name, Err: refused})
}

// tell lets go of the mutex while it waits for the reader.
func (c *Client) tell(event Event) {
	c.mutex.Unlock()
	select {
	case c.events <- event:
	case <-c.done:
	}
	c.mutex.Lock()
}

func (c *Client) hangUp() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.connection != nil {
		c.connection.Close()
	}
}

// run connects again and again, with a pause of 50 ms, 100 ms, … 5 s and a random part of it, so that many clients do
// not come back at once.
func (c *Client) run() {
	for {
		connection, err := net.Dial("unix", c.path)
		c.mutex.Lock()
		if err == nil {
			c.connection, c.failure = connection, nil
			c.greet()
		} else {
			c.failure = err
		}
		close(c.attempted)
		c.mutex.Unlock()
		if err == nil {
			c.converse(connection)
		}
		c.mutex.Lock()
		if err != nil {
			c.attempted = make(chan struct{})
		}
		ceiling := 50 * time.Millisecond << c.attempt
		if ceiling > 5*time.Second {
			ceiling = 5 * time.Second
		}
		if c.attempt < 7 {
			c.attempt++
		}
		c.mutex.Unlock()
		select {
		case <-time.After(time.Duration(rand.Int63n(int64(ceiling)))):
		case <-c.done:
			return
		}
	}
}

func (c *Client) greet() {
	params := map[string]any{
		"protocols": []string{"1"}, "features": []string{"parts"},
		"client": map[string]any{"name": c.name, "version": "1", "pid": os.Getpid()},
	}
	c.request("session.hello", params, func(a answer) {
		var refused *Refused
		var hello Bookmark
		if a.err == nil && json.Unmarshal(a.result, &hello) == nil {
			c.epoch, c.attempt = hello.Epoch, 0
		} else if errors.As(a.err, &refused) {
			// It speaks another version: nothing that follows would be understood.
			for _, name := range append([]string{}, c.names...) {
				c.refuse(name, refused)
			}
		}
	})
	for _, name := range c.names {
		c.open(name)
	}
}

func (c *Client) converse(connection net.Conn) {
	lines := bufio.NewReaderSize(connection, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		// A line without its end is not a message.
		if err != nil {
			break
		}
		c.mutex.Lock()
		err = c.receive(line)
		c.mutex.Unlock()
		if err != nil {
			break
		}
	}
	connection.Close()
	c.mutex.Lock()
	c.connection = nil
	// From here on calls wait for the next connection: none of them is lost, since none was sent.
	c.attempted = make(chan struct{})
	pending := c.pending
	c.pending = map[int64]func(answer){}
	for _, done := range pending {
		done(answer{err: ErrLost})
	}
	c.tell(Event{Type: "lost"})
	c.mutex.Unlock()
}

type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *Refused        `json:"error"`
}

func (c *Client) receive(line []byte) error {
	var one message
	if len(line) > 0 && line[0] == '[' {
		var all []message
		if json.Unmarshal(line, &all) != nil {
			return errBroken
		}
		for _, each := range all {
			if err := c.take(each); err != nil {
				return err
			}
		}
		return nil
	}
	if json.Unmarshal(line, &one) != nil {
		return errBroken
	}
	return c.take(one)
}

func (c *Client) take(m message) error {
	hasID := len(m.ID) > 0 && string(m.ID) != "null"
	var event Event
	switch {
	case m.Method == "sub.event":
		if json.Unmarshal(m.Params, &event) != nil {
			return errBroken
		}
		return c.takeEvent(event)
	case m.Method == "session.notice":
		// A notice whose members have other types than those known here is one of those that are not known.
		if json.Unmarshal(m.Params, &event) == nil {
			event.Sub = ""
			c.tell(event)
		}
	case m.Method == "session.ping" && hasID:
		var params struct {
			T json.RawMessage `json:"t,omitempty"`
		}
		_ = json.Unmarshal(m.Params, &params)
		c.send(map[string]any{"id": m.ID, "result": params})
	case m.Method != "" && hasID:
		c.send(map[string]any{"id": m.ID, "error": map[string]any{
			"code": -32601, "message": "A client has no such method."}})
	case m.Method == "" && hasID:
		var id int64
		if json.Unmarshal(m.ID, &id) != nil || c.pending[id] == nil {
			return nil
		}
		done := c.pending[id]
		delete(c.pending, id)
		if m.Error != nil {
			done(answer{err: m.Error})
		} else {
			done(answer{result: m.Result})
		}
	}
	return nil
}

func (c *Client) takeEvent(event Event) error {
	name := event.Sub
	s := c.subscriptions[name]
	if s == nil {
		return nil
	}
	s.number++
	if event.N != s.number {
		return errBroken
	}
	if event.Type == "part" {
		// An event too long for a line comes in pieces, and happens when the last is here.
		s.pieces += event.Text
		if event.Part < event.Parts {
			return nil
		}
		whole := Event{}
		if json.Unmarshal([]byte(s.pieces), &whole) != nil {
			return errBroken
		}
		whole.Sub, whole.N, s.pieces = name, event.N, ""
		event = whole
	}
	// A snapshot may be one of several, and what comes with it too: only from `ready` on everything was delivered.
	if event.Type == "ready" || event.Type == "progress" || event.Type == "change" && s.bookmark != nil {
		s.bookmark = &Bookmark{c.epoch, event.Rev}
	}
	if event.Type == "end" && event.Resume != nil {
		s.bookmark = event.Resume
	}
	if event.IsFinal() {
		c.forget(name)
	}
	c.tell(event)
	// Too slow for what was asked: go on from where it was cut off. After a shutdown the next connection does.
	if event.Type == "end" && event.Reason == "slow" && c.subscriptions[name] == s {
		c.open(name)
	}
	return nil
}
