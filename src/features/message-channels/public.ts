// By which channels a student is told, on a page of bound people that needs a network. A page that
// strangers open must not import these, because they would load its calls.
export { MessageSettings } from './MessageSettings.tsx'
// The offer of notifications, below what a student has sent and waits for.
export { PushOffer } from './PushOffer.tsx'
