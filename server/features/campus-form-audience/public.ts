// For whom a form of the campus is.
export { selectHasFormStep, selectIsFormFor } from './audience.ts'
