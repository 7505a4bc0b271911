import type { SupplyPackage } from '#contract/living-supplies'
import type { Colour, Garment } from '#contract/uniform'
import type { FormFields } from './form-view.ts'
import type { submitForm } from './queued-form.ts'

/**
 * The function with which a form submits: `submitForm` for the outbox, or a function that submits
 * for a student.
 */
export type FormSubmitter = typeof submitForm

/** A form that the office fills in on a student's behalf. */
export interface OnBehalfProps {
  readonly student: string
  /** The name of the form, for a screen that serves several forms. */
  readonly form?: string
  readonly step: string
  /** The university's current record; empty for a new form. */
  readonly payload: FormFields
  readonly version: string
  readonly garments: readonly Garment[]
  readonly colours: readonly Colour[]
  readonly packages: readonly SupplyPackage[]
  readonly write: FormSubmitter
  readonly onSaved: () => void
}

/** The props of a form without drafts: input that the office makes for a student is not stored. */
export const noDraftProps = {
  restored: false,
  onDraft: async () => {},
  onDropDraft: () => {},
} as const
