#!/usr/bin/env tclsh
# Talks to a running combined. Written from Protocol/README.md alone, with what comes with Tcl 8.6, and nc for the socket.
#
#     watch.tcl watch PATH...               prints every change, one line each; the daemon may come and go
#     watch.tcl call METHOD [PARAMS]        prints the result of one request

source [file join [file dirname [info script]] json.tcl]

# Lines are turned into text as a whole: Tcl 8.6 takes a letter of four bytes for four when they come one by one.
proc send {to members} {puts $to [encoding convertto utf-8 "{\"jsonrpc\":\"2.0\",$members}"]}
proc receive {from name} {
  upvar $name message
  expr {[gets $from line] >= 0 && ![eof $from] && [llength [set message [parse [encoding convertfrom utf-8 $line]]]]}
}

proc connect {} {
  set path [exec sh -c {d=${XDG_RUNTIME_DIR:+$XDG_RUNTIME_DIR/combined}; echo "${COMBINED_SOCKET:-${d:-${TMPDIR:-/tmp}/combined-$(id -u)}/sock}"}]
  set connection [open [list | nc -U $path 2>/dev/null] r+]
  fconfigure $connection -encoding binary -translation lf -buffering line
  return $connection
}

proc complain {error} {
  puts stderr "[text $error data kind]: [text $error message] [text $error data hint]"
  exit 1
}

proc call {method {params {{}}}} {
  set connection [connect]
  send $connection "\"id\":1,\"method\":[written [list string $method]],\"params\":$params"
  while {[receive $connection message]} {
    if {[get $message method] ne "" || [written [get $message id]] ne "1"} continue
    if {[get $message error] ne ""} {complain [get $message error]}
    puts [written [get $message result]]
    exit 0
  }
  puts stderr "no daemon, or it was lost before the reply"
  exit 1
}

# What an event or a notice says, a line each. New types come without a new version: they say nothing.
proc tell {event} {
  switch [text $event type] {
    snapshot - change {
      foreach entry [text $event [expr {[text $event type] eq "change" ? "changes" : "entries"}]] {
        puts "[text $entry path] [expr {[get $entry value] eq "" ? "removed" : "= [written [get $entry value]]"}]"
      }
    }
    ready {puts "# ready [text $event rev]"}
    gap {puts "# gap [text $event reason] [text $event from] [text $event to]"}
    end {puts "# end [text $event reason]"}
    failed {puts "# failed [text $event error message]"}
    print {puts "# print [text $event text]"}
    complete - shutdown {puts "# [text $event type]"}
  }
}

# One connection. Returns when another is to be made: `place` is where to resume, `attempt` how often that has failed.
proc watch {connection open} {
  global place attempt
  lassign {0 "" ""} n pieces epoch
  send $connection {"id":1,"method":"session.hello","params":{"protocols":["1"],"client":{"name":"watch.tcl"},"features":["parts"]}}
  send $connection "\"id\":2,\"method\":\"sub.open\",\"params\":{$open$place}"
  while {[receive $connection message]} {
    set id [written [get $message id]]
    set event [get $message params]
    switch -- [text $message method] {
      "" {
        if {$id in {1 2 3} && [text $message error data retry] in {now later}} return
        if {$id in {1 2 3} && [get $message error] ne ""} {complain [get $message error]}
        if {$id eq "1"} {lassign [list [written [get $message result epoch]] 0] epoch attempt}
      }
      session.ping {send $connection "\"id\":$id,\"result\":[expr {$event eq "" ? "{}" : [written $event]}]"}
      session.notice {tell $event}
      sub.event {
        if {[text $event sub] ne "main"} continue
        if {[text $event n] != [incr n]} return
        if {[text $event type] eq "part"} {
          append pieces [text $event text]
          if {[text $event part] != [text $event parts]} continue
          lassign [list [parse $pieces] ""] event pieces
        }
        tell $event
        switch -glob -- "[text $event type] [text $event reason] $place" {
          "change  " {}
          ready* - change* - progress* {set place ",\"from\":{\"epoch\":$epoch,\"rev\":[text $event rev]}"}
          "end slow *" - "end shutdown *" {set place ",\"from\":[written [get $event resume]]"}
          end* - complete* - failed* {exit 0}
        }
        if {[text $event type] eq "end" && [text $event reason] eq "slow"} {
          send $connection "\"id\":3,\"method\":\"sub.open\",\"params\":{$open$place}"
          set n 0
        }
      }
      default {if {$id ne ""} {send $connection "\"id\":$id,\"error\":{\"code\":-32601,\"message\":\"No such method.\"}"}}
    }
  }
}

foreach out {stdout stderr} {fconfigure $out -encoding utf-8 -buffering line}
# The words are UTF-8, whatever the system's encoding is.
set words [lassign [lmap word $argv {encoding convertfrom utf-8 [encoding convertto $word]}] verb]
if {$words eq "" || $verb ni {call watch}} {puts stderr {watch PATH... or call METHOD [PARAMS]}; exit 1}
if {$verb eq "call"} {call {*}$words}
lassign {"" 0} place attempt
set open "\"sub\":\"main\",\"paths\":[written [list array [lmap path $words {list string $path}]]]"
while 1 {
  set connection [connect]
  catch {watch $connection $open}
  if {![eof $connection]} {catch {exec kill [pid $connection]}}
  # nc says with its status whether there was a connection at all.
  catch {close $connection} said details
  if {[lindex [dict get [dict merge {-errorcode ""} $details] -errorcode] 2] != 1} {puts "# lost"}
  # 50 ms, 100 ms, ... 5 s, and a random part of that, so that many clients do not come back at once.
  after [expr {int(rand() * min(50 * 2 ** min($attempt, 7), 5000))}]
  incr attempt
}
