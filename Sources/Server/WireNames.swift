// The wire's side of `EngineNames.swift`.

internal import Wire

typealias WireEvent = SubscriptionEvent
typealias WirePatchFormat = PatchFormat
