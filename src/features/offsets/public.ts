// Offsets in the finance section of the office.
export { Offsets } from './Offsets.tsx'
