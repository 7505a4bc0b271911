/** The public API of the support feature; other features import nothing else from this folder. */
export { CustomerServiceButton } from './CustomerServiceButton.tsx'
// The pictures of a complaint, for its author and for the office.
export { ComplaintPictures } from './ComplaintPictures.tsx'
