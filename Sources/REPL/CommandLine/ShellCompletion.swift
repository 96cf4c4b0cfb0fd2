// The shells' completion of `combinectl`, made from the table of its commands.
import Wire

public enum ShellCompletion: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// What the shell evaluates, or has as a file where it looks for completions.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  // MARK: What there is to complete

  /// Asks the daemon that runs; Tab starts none.
  private static let paths = "combinectl ls --paths"
  private static let names = "combinectl list --names"
  private static let pipelines = "combinectl pipe --names"
  private static let methods = "combinectl ls --methods"
  private static let silently = "--no-spawn --quiet 2>/dev/null"

  private static let commands = Subcommand.all.map(\.name)

  /// The options that a command heeds; `nil` is none yet.
  private static func options(of command: Subcommand?) -> [OptionRow] {
    (command?.options ?? []) + Subcommand.globalOptions.filter { !(command?.unheeded.contains($0.name) ?? false) }
  }

  private static func spellings(_ option: OptionRow) -> [String] { [option.name] + (option.short.map { [$0] } ?? []) }

  /// The options of every command that a value follows, as patterns.
  private static let valuedOptions = Subcommand.globalOptions.filter { $0.value != nil }.flatMap(spellings)
  private static let valued = valuedOptions.map { "*:\($0)" }.joined(separator: "|")

  /// The options that say which daemon is asked, and for what part of it.
  private static let placing = Subcommand.globalOptions.filter { ["--socket", "--namespace"].contains($0.name) }
    .flatMap(spellings)
  private static let placed = placing.map { "*:\($0)" }.joined(separator: "|")
  private static let placedInOne = placing.filter { $0.hasPrefix("--") }.map { "*:\($0)=*" }.joined(separator: "|")
  /// Where the short spelling of one is another option, as `tail -n`, or a command has an option of its own with a value.
  private static let others = Subcommand.all.flatMap { command in
    command.options.filter { $0.value != nil }.flatMap(spellings).map { "\(command.name):\($0)" }
  }.joined(separator: "|")

  /// What the second argument of a command can be.
  private static let second = Subcommand.all.filter { $0.completesSecond != .nothing }

  /// The commands whose first argument is the only one of its kind: nothing of it is offered behind it.
  private static let single = Subcommand.all.filter { command in
    guard !command.synopsis.contains("…"), command.completesSecond == .nothing else { return false }
    switch command.completes {
    case .path, .name, .pipeline, .method, .file: return true
    case .nothing, .choice: return false
    }
  }
  private static let behindSingle = single.map { "\($0.name):[1-9]*:*" }.joined(separator: "|")

  /// Options with a value, and the commands they belong to; `*` is every one.
  private static let optionValues: [(pattern: String, Completing)] =
    (Subcommand.globalOptions.map { ("*", $0) }
    + Subcommand.all.flatMap { command in command.options.map { (command.name, $0) } })
    .filter { $0.1.value != nil }
    .map { owner, option in (spellings(option).map { "\(owner):\($0)" }.joined(separator: "|"), option.completes) }

  /// What stands behind one of the choices of a command.
  private static let next: [(command: String, choices: [String], Completing)] = Subcommand.all.compactMap { command in
    guard case .choice(let choices) = command.completes else { return nil }
    return (command.name, choices, command.completesNext)
  }

  /// What is decided by the word before it.
  private static let valuesAndNext =
    optionValues
    + next.map { command, choices, completing in
      (choices.map { "\(command):\($0)" }.joined(separator: "|"), completing)
    }

  // MARK: Bash and zsh

  private static func words(_ words: [String]) -> String { words.joined(separator: " ") }

  private static let bashScript: String = {
    func asked(_ question: String) -> String { "_combinectl_words \"$(\(question) \"${place[@]}\" \(silently))\"" }
    func reply(_ completing: Completing) -> String {
      switch completing {
      case .nothing: ":"
      case .choice(let choices): "_combinectl_words '\(words(choices))'"
      case .method: "_combinectl_words \"$(\(methods) \"${place[@]}\" \(silently) | cut -f 1)\""
      case .file: "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
      case .path: asked(paths)
      case .name: asked(names)
      case .pipeline: asked(pipelines)
      }
    }
    return """
      # bash completion of combinectl: eval "$(combinectl completion bash)"
      _combinectl_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }
      _combinectl() {
        local current=${COMP_WORDS[COMP_CWORD]} previous command= word index count=0
        local -a words=() place=()
        COMPREPLY=()
        # Bash makes three words of --color=always.
        for word in "${COMP_WORDS[@]:0:COMP_CWORD}"; do [[ $word == = ]] || words+=("$word"); done
        [[ $current == = ]] && current=
        previous=${words[-1]}
        for ((index = 1; index < ${#words[@]}; index++)); do
          case $command:${words[index]} in
            \(others)) ((++index)) ;;
            \(placed)) place+=("${words[@]:index:2}"); ((++index)) ;;
            \(placedInOne)) place+=("${words[index]}") ;;
            \(valued)) ((++index)) ;;
            *:-*) ;;
            :*) command=${words[index]} ;;
            *) ((++count)) ;;
          esac
        done
        case $command:$previous in
      \(valuesAndNext.map { "    \($0.pattern)) \(reply($0.1)); return ;;\n" }.joined())  esac
        case $command:$count:$current in
          *:-*) ;;
          \(behindSingle)) return ;;
      \(second.map { "    \($0.name):1:*) \(reply($0.completesSecond)); return ;;\n" }.joined())  esac
        case $command:$current in
      \(Subcommand.all.map { "    \($0.name):-*) _combinectl_words '\(words(options(of: $0).map(\.name)))' ;;\n" }.joined())\
          :-*) _combinectl_words '\(words(options(of: nil).map(\.name)))' ;;
          :*) _combinectl_words '\(words(commands))' ;;
      \(Subcommand.all.filter { $0.completes != .nothing }.map { "    \($0.name):*) \(reply($0.completes)) ;;\n" }.joined())\
        esac
      }
      complete -F _combinectl combinectl

      """
  }()

  /// For `_describe`: a word, a colon, and what it means.
  private static func described(_ word: String, _ text: String) -> String {
    quoted(word + ":" + text.map { $0 == ":" ? "\\:" : String($0) }.joined())
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private static let zshScript: String = {
    func asked(_ question: String) -> String { "compadd -- ${(f)\"$(\(question) $place \(silently))\"}" }
    func reply(_ completing: Completing) -> String {
      switch completing {
      case .nothing: ":"
      case .choice(let choices): "compadd -- \(words(choices))"
      case .method:
        "rows=(${(f)\"$(\(methods) $place \(silently))\"}); rows=(${rows//:/\\\\:}); rows=(${rows/$'\\t'/:}); _describe method rows"
      case .file: "_files"
      case .path: asked(paths)
      case .name: asked(names)
      case .pipeline: asked(pipelines)
      }
    }
    func list(_ options: [OptionRow]) -> String {
      "rows=(" + options.map { described($0.name, $0.summary) }.joined(separator: " ") + "); _describe option rows"
    }
    return """
      #compdef combinectl
      # zsh completion of combinectl: eval "$(combinectl completion zsh)", or a file _combinectl in $fpath
      _combinectl() {
        local current=${words[CURRENT]} previous=${words[CURRENT-1]} command=
        local -i index count=0 isInOne=0
        local -a rows place
        if [[ $current == --*=* ]]; then
          previous=${current%%=*} current=${current#*=} isInOne=1
          compset -P 1 '*='
        fi
        for ((index = 2; index < CURRENT; index++)); do
          case $command:${words[index]} in
            (\(others)) ((++index)) ;;
            (\(placed)) place+=(${(Q)words[index,index+1]}); ((++index)) ;;
            (\(placedInOne)) place+=(${(Q)words[index]}) ;;
            (\(valued)) ((++index)) ;;
            (*:-*) ;;
            (:*) command=${words[index]} ;;
            (*) ((++count)) ;;
          esac
        done
        case $command:$previous in
      \(valuesAndNext.map { "    (\($0.pattern)) \(reply($0.1)); return ;;\n" }.joined())  esac
        (( isInOne )) && return
        case $command:$count:$current in
          (*:-*) ;;
          (\(behindSingle)) return ;;
      \(second.map { "    (\($0.name):1:*) \(reply($0.completesSecond)); return ;;\n" }.joined())  esac
        case $command:$current in
      \(Subcommand.all.map { "    (\($0.name):-*) \(list(options(of: $0))) ;;\n" }.joined())\
          (:-*) \(list(options(of: nil))) ;;
          (:*) rows=(\(Subcommand.all.map { described($0.name, $0.summary) }.joined(separator: " "))); _describe command rows ;;
      \(Subcommand.all.filter { $0.completes != .nothing }.map { "    (\($0.name):*) \(reply($0.completes)) ;;\n" }.joined())\
        esac
      }
      if [[ $funcstack[1] == _combinectl ]]; then _combinectl "$@"; else compdef _combinectl combinectl; fi

      """
  }()

  // MARK: Fish

  private static let fishScript: String = {
    /// Fish takes alternatives as words, each quoted.
    func quoted(_ patterns: String) -> [String] { patterns.split(separator: "|").map { "'\($0)'" } }
    var lines = [
      "# fish completion of combinectl: combinectl completion fish | source",
      """
      # Whether the command of the line, empty where there is none yet, is one of these; what an option takes is none.
      function __combinectl_is
          set -l words (commandline -opc)
          set words $words[2..]
          while set -q words[1]
              switch $words[1]
                  case \(words(valuedOptions))
                      set words $words[2..]
                  case '-*'
                  case '*'
                      break
              end
              set words $words[2..]
          end
          contains -- "$words[1]" $argv
      end
      # The options of the line that say which daemon is asked, and for what part of it.
      function __combinectl_place
          set -l words (commandline -opc)
          set -l command
          set words $words[2..]
          while set -q words[1]
              switch "$command:$words[1]"
                  case \(words(quoted(others)))
                      set words $words[2..]
                  case \(words(quoted(placed)))
                      string unescape -- $words[1..2]
                      set words $words[2..]
                  case \(words(quoted(placedInOne)))
                      string unescape -- $words[1]
                  case \(words(quoted(valued)))
                      set words $words[2..]
                  case '*:-*'
                  case ':*'
                      set command $words[1]
              end
              set words $words[2..]
          end
      end
      # How many arguments the command of the line has before the cursor.
      function __combinectl_arguments
          set -l words (commandline -opc)
          set -l command
          set -l count -1
          set words $words[2..]
          while set -q words[1]
              switch "$command:$words[1]"
                  case \(words(quoted(others))) \(words(quoted(valued)))
                      set words $words[2..]
                  case '*:-*'
                  case ':*'
                      set command $words[1]
                      set count 0
                  case '*'
                      set count (math $count + 1)
              end
              set words $words[2..]
          end
          echo $count
      end
      """,
      "complete -c combinectl -f",
    ]
    func asked(_ question: String) -> String { " -a '(\(question) (__combinectl_place) \(silently))'" }
    func reply(_ completing: Completing) -> String {
      switch completing {
      case .nothing: ""
      case .choice(let choices): " -a \(quotedForFish(words(choices)))"
      case .method: asked(methods)
      case .file: " -F"
      case .path: asked(paths)
      case .name: asked(names)
      case .pipeline: asked(pipelines)
      }
    }
    func add(_ condition: String?, _ rest: String) {
      lines.append("complete -c combinectl" + (condition.map { " -n '\($0)'" } ?? "") + " " + rest)
    }
    func add(_ option: OptionRow, when condition: String?) {
      let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
      let value = option.value == nil ? "" : (option.completes == .file ? " -r" : " -x") + reply(option.completes)
      add(condition, "-l \(option.name.dropFirst(2))\(short)\(value) -d \(quotedForFish(option.summary))")
    }
    for command in Subcommand.all {
      add("__combinectl_is \"\"", "-a \(command.name) -d \(quotedForFish(command.summary))")
      for option in command.options { add(option, when: "__combinectl_is \(command.name)") }
      if case .choice(let choices) = command.completes {
        let isNext = "__fish_seen_subcommand_from \(words(choices))"
        add("__combinectl_is \(command.name); and not \(isNext)", reply(command.completes).trimmed)
        if command.completesNext != .nothing {
          add("__combinectl_is \(command.name); and \(isNext)", reply(command.completesNext).trimmed)
        }
      } else if command.completes != .nothing {
        let isFirst =
          single.contains { $0.name == command.name }
          ? "; and test (__combinectl_arguments) = 0"
          : command.completesSecond == .nothing ? "" : "; and test (__combinectl_arguments) != 1"
        add("__combinectl_is \(command.name)\(isFirst)", reply(command.completes).trimmed)
      }
      if command.completesSecond != .nothing {
        add(
          "__combinectl_is \(command.name); and test (__combinectl_arguments) = 1",
          reply(command.completesSecond).trimmed)
      }
    }
    for option in Subcommand.globalOptions {
      let deaf = Subcommand.all.filter { $0.unheeded.contains(option.name) }.map(\.name)
      add(option, when: deaf.isEmpty ? nil : "not __combinectl_is \(words(deaf))")
    }
    return lines.joined(separator: "\n") + "\n"
  }()

  private static func quotedForFish(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
