# JSON in Tcl: what it lacks itself, and what a client needs of it.
#
# A value is a list of two: {object {name VALUE ...}}, {array {VALUE ...}}, {string TEXT}, and {word TEXT} for numbers, true,
# false and null, which stay as they are written. Of duplicate names the last counts.

# The value that a text is.
proc parse {text} {
  set ::tokens [regexp -all -inline {"(?:[^"\\]|\\.)*"|[-+.\w]+|\S} $text]
  set ::at 0
  set json [value]
  if {$::at != [llength $::tokens]} {error "more than one value on a line"}
  return $json
}
# The value at the next token.
proc value {} {
  set token [lindex $::tokens $::at]
  incr ::at
  switch -regexp -- $token {
    {^"} {return [list string [subst -nocommands -novariables [string range $token 1 end-1]]]}
    {^\{} {return [list object [items "\}"]]}
    {^\[} {return [list array [items "\]"]]}
    {^(-?\d|true$|false$|null$)} {return [list word $token]}
  }
  error "not JSON: $token"
}
# Elements, or names and values, up to the closing bracket.
proc items {close} {
  set items {}
  while {[lindex $::tokens $::at] ne $close} {
    if {$items ne {} && [lindex $::tokens $::at] eq ","} {incr ::at}
    if {$close eq "\}"} {lappend items [lindex [value] 1]; incr ::at}
    lappend items [value]
  }
  incr ::at
  return $items
}

set escapes {\\ \\\\ \" \\\" \n \\n \r \\r \t \\t}
for {set code 0} {$code < 32} {incr code} {lappend escapes [format %c $code] [format \\u%04x $code]}
# As JSON without spaces and unneeded escapes.
proc written {json} {
  lassign $json kind value
  switch $kind {
    string {return "\"[string map $::escapes $value]\""}
    array {return "\[[join [lmap element $value {written $element}] ,]\]"}
    object {return "{[join [lmap {name member} $value {string cat [written [list string $name]] : [written $member]}] ,]}"}
  }
  return $value
}
# What is below these names; an empty list where there is nothing.
proc get {json args} {
  foreach name $args {set json [expr {[dict exists [lindex $json 1] $name] ? [dict get [lindex $json 1] $name] : {}}]}
  return $json
}
# The same without its kind.
proc text {json args} {lindex [get $json {*}$args] 1}
