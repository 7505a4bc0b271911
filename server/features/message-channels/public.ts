// Delivers messages by the channels of the campus.
export { createMessageDeliveryWorker, startMessageDelivery } from './deliver-messages.ts'
// The channels of this campus, in its order.
export { listOrder } from './channel-order.ts'
// How many SMS a message will need.
export { countTextMessages } from './count-text-messages.ts'
export { openChannels } from './open-channels.ts'
