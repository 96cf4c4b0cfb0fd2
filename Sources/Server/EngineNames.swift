// Two modules speak of a subscription's event: the engine of one that has no bytes yet, the wire of one that has. Files
// that see both use these names. (A module that has a type of its own name cannot be used to qualify.)

internal import Engine

typealias EngineEvent = SubscriptionEvent
typealias EnginePatchFormat = PatchFormat
