import type { contract } from '#contract/index'
import { officeTitles } from './call-titles-office.ts'
import { studentTitles } from './call-titles-students.ts'

type Contract = typeof contract

/** What each call does, one line each; a call without a line does not compile. */
export const callTitles: {
  readonly [Noun in keyof Contract]: { readonly [Name in keyof Contract[Noun]]: string }
} = {
  ...studentTitles,
  ...officeTitles,
  errorReporting: { ...studentTitles.errorReporting, ...officeTitles.errorReporting },
}
