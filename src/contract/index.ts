import type { AnyCall, AnyEntry, AnyUpload, FileCall } from './call.ts'
import { dorm } from './dorm.ts'
import { family } from './family.ts'
import { home } from './home.ts'
import { identity } from './identity.ts'
import { living } from './living.ts'
import { onboarding } from './onboarding.ts'
import { photo } from './photo.ts'
import { profile } from './profile.ts'
import { report } from './report.ts'
import { timetable } from './timetable.ts'
import { travel } from './travel.ts'
import { uniform } from './uniform.ts'

/**
 * Every call of the product by capability: the server mounts it, the tests walk it. The app and the worker import the
 * file of the capability instead (and `forms.ts`), or each screen would carry all of them.
 */
export const contract = { dorm, family, home, identity, living, onboarding, photo, profile, report, timetable, travel, uniform }

const all = Object.values(contract).flatMap((capability) => Object.values<AnyEntry>(capability))

/** All calls in a row. */
export const calls: readonly AnyCall[] = all.filter((call) => call.kind === 'read' || call.kind === 'write')

/** All addresses of bytes in a row. */
export const files: readonly FileCall[] = all.filter((call) => call.kind === 'file')

/** All addresses that take a file in a row. */
export const uploads: readonly AnyUpload[] = all.filter((call) => call.kind === 'upload')

export { forms } from './forms.ts'
