package webhooks

// OutboxEvent is an event whose deliveries are not stored yet, with the endpoints that get one.
type OutboxEvent struct {
	Seq         int64
	Event       Event
	Endpoints   []EndpointID
	Activations []int // of the endpoints
}

// Deliveries are the first runs of the event's deliveries.
func (o OutboxEvent) Deliveries() []Delivery {
	list, e := make([]Delivery, len(o.Endpoints)), o.Event
	for i, endpoint := range o.Endpoints {
		list[i] = Delivery{
			ID: NewDeliveryID(e.ID, e.CreatedAt, endpoint), Scope: e.Scope, Endpoint: endpoint, Event: e.ID, EventType: e.Type, EventAt: e.CreatedAt,
			Run: 1, Activation: o.Activations[i], Body: e.Body, Traceparent: e.Traceparent,
		}
	}
	return list
}
