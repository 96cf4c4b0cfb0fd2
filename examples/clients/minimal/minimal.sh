#!/bin/sh
# The smallest client: `minimal.sh get PATH`, `minimal.sh set PATH JSON`, `minimal.sh watch PATH...`.
# It needs jq, and OpenBSD's nc.
verb=$1 path=$2 value=${3:-null}
if [ -n "$COMBINED_SOCKET" ]; then socket=$COMBINED_SOCKET
elif [ -n "$XDG_RUNTIME_DIR" ]; then socket=$XDG_RUNTIME_DIR/combined/sock
else socket=${TMPDIR:-/tmp}/combined-$(id -u)/sock; fi

case $verb in
get) method=store.get params=$(jq -nc --arg path "$path" '{$path}') ;;
set) method=store.set params=$(jq -nc --arg path "$path" --argjson value "$value" '{$path, $value}') ;;
watch) shift; method=sub.open params=$(jq -nc '{sub: "main", paths: $ARGS.positional}' --args "$@") ;;
*) echo "get, set or watch" >&2; exit 64 ;;
esac
request=$(jq -nc --arg method "$method" --argjson params "$params" '{jsonrpc: "2.0", id: 1, $method, $params}')

# -N ends the conversation after the request: right for one reply, not for events.
if [ "$verb" = watch ]; then
  echo "$request" | nc -U "$socket" | jq -r --unbuffered 'if .error then .error.message + "\n" | halt_error(1) else
    .params | (.entries // .changes // [])[] | "\(.path) = \(.value | tojson)" end'
else
  echo "$request" | nc -NU "$socket" | jq -c --arg verb "$verb" 'if .error then .error.message + "\n" | halt_error(1)
    elif $verb == "get" then .result.value else .result.rev end'
fi
