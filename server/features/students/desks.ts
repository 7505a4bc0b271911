import { detailsDesk, familyDesk } from '../family/face.ts'
import type { DeskForm, OfficeForm } from '../forms/face.ts'
import { livingDesk } from '../living/face.ts'
import { stepDesk } from '../onboarding/face.ts'
import { travelDesk } from '../travel/face.ts'
import { uniformDesk } from '../uniform/face.ts'

/** The forms that the office reads and writes, in the order of their steps. */
export const desks: readonly DeskForm[] = [familyDesk, travelDesk, uniformDesk, livingDesk]

/** One of them by its name, or the mark of a step. */
export const deskOf = (name: string): DeskForm | undefined =>
  [...desks, stepDesk].find(({ form }) => form.name === name)

/** Whatever the office fills in, by its name. */
export const officeFormOf = (name: string): OfficeForm | undefined =>
  name === detailsDesk.name ? detailsDesk : deskOf(name)
