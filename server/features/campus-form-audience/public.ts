// For whom a form of the campus is.
export {
  selectHasFormStep,
  selectIsFormFor,
  selectIsFormStep,
  selectIsInAudience,
} from './audience.ts'
