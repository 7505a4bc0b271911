import type { SupplyPackage } from '#contract/living-supplies'
import type { Colour, Garment } from '#contract/uniform'
import type { FormFields } from './form-view.ts'
import type { submitForm } from './queued-form.ts'

/** How a form gives away what was filled in: to the outbox, or at a desk of the office. */
export type FormSubmitter = typeof submitForm

/** A form that the office fills in on a student's behalf. */
export interface OnBehalfProps {
  readonly student: string
  readonly step: string
  /** The words that the university has, none for a new form. */
  readonly payload: FormFields
  readonly version: string
  readonly garments: readonly Garment[]
  readonly colours: readonly Colour[]
  readonly packages: readonly SupplyPackage[]
  readonly write: FormSubmitter
  readonly onSaved: () => void
}

/** What is typed at a desk is kept nowhere but on the screen. */
export const noDraftProps = {
  restored: false,
  onDraft: async () => {},
  onDropDraft: () => {},
} as const
