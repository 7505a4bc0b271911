import { openOutboxChannel } from '#offline/transport/outbox-channel'

/** The page's channel to the other tabs and the worker. */
export const outboxChannel = openOutboxChannel()
