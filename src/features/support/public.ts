/** What other parts of the app may use of support; nothing else of this folder is theirs. */
export { CustomerServiceButton } from './CustomerServiceButton.tsx'
// The pictures of a complaint, for who wrote it and for the office.
export { ComplaintPictures } from './ComplaintPictures.tsx'
