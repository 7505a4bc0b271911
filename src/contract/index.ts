import { audit } from './audit.ts'
import type { AnyCall, AnyEntry, AnyUpload, FileCall } from './call.ts'
import { checkin } from './checkin.ts'
import { dorm } from './dorm.ts'
import { evaluation } from './evaluation.ts'
import { family } from './family.ts'
import { fees } from './fees.ts'
import { grades } from './grades.ts'
import { greenchannel } from './greenchannel.ts'
import { home } from './home.ts'
import { identity } from './identity.ts'
import { living } from './living.ts'
import { notices } from './notices.ts'
import { onboarding } from './onboarding.ts'
import { payment } from './payment.ts'
import { photo } from './photo.ts'
import { profile } from './profile.ts'
import { report } from './report.ts'
import { support } from './support.ts'
import { timetable } from './timetable.ts'
import { transfer } from './transfer.ts'
import { travel } from './travel.ts'
import { uniform } from './uniform.ts'

/**
 * Every call of the product by capability: the server mounts it, the tests walk it. The app and the worker import the
 * file of the capability instead (and `forms.ts`), or each screen would carry all of them.
 */
export const contract = {
  audit,
  checkin,
  dorm,
  evaluation,
  family,
  fees,
  grades,
  greenchannel,
  home,
  identity,
  living,
  notices,
  onboarding,
  payment,
  photo,
  profile,
  report,
  support,
  timetable,
  transfer,
  travel,
  uniform,
}

const all = Object.values(contract).flatMap((capability) => Object.values<AnyEntry>(capability))

/** All calls in a row. */
export const calls: readonly AnyCall[] = all.filter(
  (call) => call.kind !== 'file' && call.kind !== 'upload',
)

/** All addresses of bytes in a row. */
export const files: readonly FileCall[] = all.filter((call) => call.kind === 'file')

/** All addresses that take a file in a row. */
export const uploads: readonly AnyUpload[] = all.filter((call) => call.kind === 'upload')

export { forms } from './forms.ts'
