// Delivers events, and deletes old ones.
export { startWebhookDelivery } from './deliver.ts'
export { pruneWebhookEvents } from './store.ts'
