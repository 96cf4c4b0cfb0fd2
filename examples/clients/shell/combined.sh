#!/bin/sh
# Talks to a running combined with nc and jq.
#
#     combined.sh watch PATH...               prints every change, one line each; the daemon may come and go
#     combined.sh call METHOD [PARAMS]        prints the result of one request
#
# nc carries the bytes through two pipes, jq reads the messages and says what is to be done about each, and the shell does
# it: that is all there is to a client. The protocol is described in Protocol/README.md.

usage() { sed -n '4,5s/^# *//p' "$0" >&2; exit 64; }

# The first of these that is given; the same rule as combinectl's.
if [ -n "${COMBINED_SOCKET-}" ]; then socket=$COMBINED_SOCKET
elif [ -n "${XDG_RUNTIME_DIR-}" ]; then socket=$XDG_RUNTIME_DIR/combined/sock
else socket=${TMPDIR:-/tmp}/combined-$(id -u)/sock; fi

dir=$(mktemp -d "${TMPDIR:-/tmp}/combined.XXXXXX") || exit 1
nc_pid=
trap '[ -n "$nc_pid" ] && kill "$nc_pid" 2>/dev/null; rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap '' PIPE

# Connects: descriptor 3 goes to the daemon, 4 comes from it.
connect() {
  rm -f "$dir/up" "$dir/down"
  mkfifo "$dir/up" "$dir/down" || exit 1
  nc -U "$socket" <"$dir/up" >"$dir/down" 2>"$dir/nc" &
  nc_pid=$!
  exec 3>"$dir/up" 4<"$dir/down"
}

# Ends the connection; whether there was one at all.
disconnect() {
  exec 3>&- 4<&-
  kill "$nc_pid" 2>/dev/null
  wait "$nc_pid" 2>/dev/null
  # 1 is what nc says when it could not connect.
  [ $? != 1 ]
  was_connected=$?
  nc_pid=
  return "$was_connected"
}

call() {
  params=${2:-'{}'}
  request=$(jq -cn --arg method "$1" --argjson params "$params" '{jsonrpc:"2.0",id:1,$method,$params}') || exit 1
  connect
  printf '%s\n' "$request" >&3 2>/dev/null
  reply=$(jq -cn 'first(inputs | select(.id == 1 and .method == null))' <&4 2>/dev/null)
  disconnect || { echo "combined.sh: no daemon: $(cat "$dir/nc")" >&2; exit 1; }
  [ -n "$reply" ] || { echo "combined.sh: the connection was lost before the reply" >&2; exit 1; }
  printf '%s\n' "$reply" | jq -ce 'select(.error == null) | .result' && exit 0
  printf '%s\n' "$reply" | jq -r '.error | "combined.sh: \(.data.kind): \(.message) \(.data.hint // "")"' >&2
  exit 1
}

# Each message becomes lines that begin with what to do: `=` print, `>` send, `@` remember where we are, `+` greeted,
# `-` hang up and come back, `.` stop in order, `!` stop with a complaint. What is not known becomes nothing.
messages='
  def shown: .path + " = " + (.value | tojson);
  def final: .type == "complete" or .type == "failed" or (.type == "end" and (.reason | IN("slow", "shutdown") | not));
  def lines($epoch; $known):
    if .type == "snapshot" then .entries[] | "=" + shown
    elif .type == "change" then .changes[] | if has("value") then "=" + shown else "=" + .path + " removed" end
    elif .type == "ready" then "=# ready \(.rev)"
    elif .type == "gap" then "=# gap \(.reason) \(.from) \(.to)"
    elif .type == "end" then "=# end \(.reason)"
    elif .type == "failed" then "=# failed \(.error.message)"
    elif .type == "complete" then "=# complete"
    else empty end,
    # A snapshot may be one of several: only from `ready` on everything up to here was delivered.
    (select(.type == "ready" or .type == "progress" or (.type == "change" and $known)) | "@" + ({$epoch, rev} | tojson)),
    (select(.type == "end" and .resume) | "@" + (.resume | tojson)),
    if final then "." elif .type == "end" and .reason == "slow" then "-" else empty end;
  foreach inputs as $message ({n: 0, known: $known, text: ""};
    .out = [] | ($message | .params) as $event
    | if $message.method == "sub.event" and $event.sub == "main" then
        # A hole in the numbers must not be: a new connection asks again from where we were.
        if $event.n != .n + 1 then .out = ["-"]
        else
          .n += 1
          # An event too long for a line comes in pieces.
          | if $event.type == "part" then .text += $event.text else .text = ($event | tojson) end
          | if $event.type == "part" and $event.part < $event.parts then .
            else (.text | fromjson) as $whole | .text = ""
              | if $whole.type == "ready" then .known = true else . end
              | .epoch as $epoch | .known as $known | .out = [$whole | lines($epoch; $known)] end
        end
      elif $message.method == "session.notice" then
        .out = (if $event.type == "print" then ["=# print " + $event.text]
          elif $event.type == "shutdown" then ["=# shutdown"] else [] end)
      elif $message.method == "session.ping" and $message.id != null then
        .out = [">" + ({jsonrpc: "2.0", id: $message.id, result: ($event | if has("t") then {t} else {} end)} | tojson)]
      elif $message.method != null then .
      elif $message.error and ($message.id == 1 or $message.id == 2) then
        ($message.error.data // {}) as $data
        | .out = [if ($data.retry // "never") == "never"
            then "!\($data.kind): \($message.error.message) \($data.hint // "")" else "-" end]
      elif $message.id == 1 then .epoch = $message.result.epoch | .out = ["+"]
      else . end;
    .out[])'

# One connection. Returns whether there was one; leaves the status to exit with in $dir/exit, where it is to end.
watch_once() {
  connect
  from=$(cat "$dir/from" 2>/dev/null)
  [ -n "$from" ] && known=true || known=false
  greeting='{"protocols":["1"],"client":{"name":"combined.sh","version":"1"},"features":["parts"]}'
  {
    printf '{"jsonrpc":"2.0","id":1,"method":"session.hello","params":%s}\n' "$greeting"
    printf '{"jsonrpc":"2.0","id":2,"method":"sub.open","params":{"sub":"main","paths":%s%s}}\n' \
      "$paths" "${from:+,\"from\":$from}"
  } >&3 2>/dev/null
  jq --unbuffered -rn --argjson known "$known" "$messages" <&4 2>/dev/null | while IFS= read -r line; do
    rest=${line#?}
    case $line in
    =*) printf '%s\n' "$rest" ;;
    '>'*) printf '%s\n' "$rest" >&3 2>/dev/null ;;
    @*) printf '%s\n' "$rest" >"$dir/from" ;;
    +) : >"$dir/greeted" ;;
    -) kill "$nc_pid" 2>/dev/null ;;
    .) echo 0 >"$dir/exit"; kill "$nc_pid" 2>/dev/null ;;
    !*) printf 'combined.sh: %s\n' "$rest" >&2; echo 1 >"$dir/exit"; kill "$nc_pid" 2>/dev/null ;;
    esac
  done
  disconnect
}

watch() {
  paths=$(jq -cn '$ARGS.positional' --args -- "$@")
  attempt=0
  while :; do
    rm -f "$dir/greeted"
    watch_once && was_connected=yes || was_connected=no
    [ -e "$dir/exit" ] && exit "$(cat "$dir/exit")"
    [ $was_connected = yes ] && echo "# lost"
    [ -e "$dir/greeted" ] && attempt=0
    # 50 ms, 100 ms, … 5 s, and a random part of it, so that many clients do not come back at once.
    sleep "$(od -An -N2 -tu2 /dev/urandom | awk -v n=$attempt '{ t = 0.05 * 2 ^ n; printf "%.3f", (t < 5 ? t : 5) * $1 / 65536 }')"
    [ $attempt -lt 7 ] && attempt=$((attempt + 1))
  done
}

verb=${1-}
[ $# -gt 1 ] || usage
shift
case $verb in
watch) watch "$@" ;;
call) call "$@" ;;
*) usage ;;
esac
