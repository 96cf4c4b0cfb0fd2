// draft.*: copies that a client edits, and saves as a whole or drops.

internal import Engine
internal import Language
internal import Wire

extension Dispatcher {
  mutating func addDraftCommands() {
    addCommand(DraftOpen.self) { (params, call) throws(EngineError) in
      DraftInfo(try call.engine.openDraft(params.draft, of: params.path, session: call.session))
    }
    addCommand(DraftGet.self) { (params, call) throws(EngineError) in
      DraftInfo(try call.engine.draft(params.draft, session: call.session))
    }
    addCommand(DraftList.self) { (_, call) throws(EngineError) in
      DraftList.Result {
        $0.drafts = call.engine.drafts(session: call.session).map { draft in
          DraftEntry { ($0.draft, $0.path, $0.type) = (draft.name, draft.path, draft.typeName) }
        }
      }
    }
    addCommand(DraftSet.self) { (params, call) throws(EngineError) in
      DraftInfo(
        try call.engine.editDraft(
          params.draft, params.part, PortableValue(params.value), params.patch ? .init(params.format) : nil,
          session: call.session))
    }
    addLater(DraftSave.self) { (params, call, reply) throws(RPCError) in
      let options = call.options(params.note, params.until)
      let saving = try call.engineCall { () throws(EngineError) in
        try call.engine.savingDraft(params.draft, overwriting: params.overwriting, session: call.session)
      }
      if let assignment = saving.assignment, call.engine.isProvided(saving.path) {
        // Whoever provides it decides; the draft is there until it has been saved.
        let leave = call.engine.request([assignment], if: [saving.condition], options) {
          switch $0 {
          case .success(let receipt):
            call.engine.endDraft(saving, keeping: params.keep, session: call.session)
            call.settle(options, reply, StoreSet.Result(receipt)) { $0.settled = $1 }
          case .failure(let error): reply.fail(RPCError(error))
          }
        }
        if let leave { reply.onCancel(leave) }
        return
      }
      let receipt = try call.engineCall { () throws(EngineError) in try call.engine.saveDraft(saving, options) }
      call.engine.endDraft(saving, keeping: params.keep, session: call.session)
      call.settle(options, reply, StoreSet.Result(receipt)) { $0.settled = $1 }
    }
    addCommand(DraftCancel.self) { (params, call) throws(EngineError) in
      try call.engine.closeDraft(params.draft, session: call.session)
      return DraftCancel.Result { $0.rev = call.engine.revision }
    }
  }
}

extension DraftInfo {
  fileprivate init(_ state: Engine.DraftState) {
    self.init {
      $0.draft = state.name
      $0.path = state.path
      $0.type = state.typeName
      $0.value = state.value.json
      $0.present = state.present?.json
      $0.gone = state.gone
      $0.changed = state.changed
      $0.conflicts = state.conflicts
      $0.lost = state.lost
    }
  }
}
