// Package inflight decides which dispatcher makes an attempt.
//
// NATS delivers a message again that is not acknowledged in time, a server that crashed restores acknowledged ones, a
// killed dispatcher may leave two messages of one attempt in two streams, and a relay repeats what another may have
// sent. So a dispatcher may hold a message whose attempt is made elsewhere, was made, or need not be made.
//
// # States of a message in this dispatcher
//
//	state         meaning                                           left by
//	held          fetched and doubtful                              Claim -> exclusive or gone; Return, Leave -> gone
//	exclusive     fetched and not doubtful, or claimed: others      Ack -> acknowledged; Doubt -> held; Return -> gone
//	              that ask are answered "held"
//	acknowledged  remembered, the last 16,384 of each stream:       forgotten
//	              others that ask are answered "done"
//
// A message is doubtful if NATS delivered it before, it was stored before the last reconnect, its sender marked it, no
// progress was reported for the wait of its consumer, or its attempt may have been moved to now.
//
// # Who makes an attempt
//
// Claim asks the other dispatchers about a doubtful message, and then webhooks, which is also asked about each attempt
// whose tenant may lose access:
//
//	message            other dispatchers   webhooks    the message is
//	neither            -                   -           made
//	doubtful           have ended it       -           acknowledged
//	                   hold it             -           left to them: it comes again if they die
//	                   one is silent       -           returned for 2 s, at most 8 times
//	doubtful, checked  do not hold it      over        acknowledged
//	                                       revoked     ended as cancelled
//	                                       claimed     returned for 1 s
//	                                       no answer   deferred; made after 10 deferrals, unless it is checked
//	                                       needed      made; other messages of the attempt are claimed for 15 s
package inflight
