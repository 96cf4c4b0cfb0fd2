// catch clauses in order: cases, bindings, types, where, everything.
enum Network: Error, Equatable { case offline, status(Int), other(String) }
struct Strange: Error {}
func handle(_ error: Error) -> String {
  do { throw error } catch Network.offline {
    return "offline"
  } catch Network.status(let code) where code >= 500 {
    return "server \(code)"
  } catch Network.status(404), Network.status(410) {
    return "gone"
  } catch let error as Network {
    return "network \(error)"
  } catch is Strange {
    return "strange"
  } catch {
    return "unknown"
  }
}
print(handle(Network.offline), handle(Network.status(503)), handle(Network.status(410)))
print(handle(Network.status(302)), handle(Network.other("x")), handle(Strange()))
