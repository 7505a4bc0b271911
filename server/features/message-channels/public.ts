// Delivers messages by the channels of the campus.
export { createMessageDeliveryWorker, startMessageDelivery } from './deliver-messages.ts'
// The channels of this campus, in its order.
export { listOrder } from './channel-order.ts'
export { openChannels } from './open-channels.ts'
