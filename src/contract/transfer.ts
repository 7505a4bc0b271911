import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { majorTransferTexts } from '../i18n/major-transfer.ts'
import { validationMessage } from '../i18n/translate.ts'
import { read, write } from './call.ts'
import { key, list, maybeKey, record, text, type Value } from './codec.ts'
import { atMost, needed } from './fields.ts'
import { countOf } from './plain.ts'
import { codeZero, marker, present } from './rules.ts'

/** The reason must have so many characters, trimmed (MAJ-09, D-92). */
export const REASON_AT_LEAST = 100

const Application = record({
  id: key('runningId', text()),
  oldDepartment: key('deptNameOld', text()),
  oldMajor: key('majorNameOld', text()),
  oldClass: key('classNameOld', text()),
  newDepartmentId: key('deptIdNew', text()),
  newDepartment: key('deptNameNew', text()),
  newMajorId: key('majorIdNew', text()),
  newMajor: key('majorNameNew', text()),
  /** '0' under review, '1' passed, '2' not passed, anything else to be confirmed (MAJ-17). */
  status: key('applyStatus', text()),
  reason: maybeKey('remark', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  appliedAt: maybeKey('applyTime', text()),
  /** What was said when it was decided; our backend's own key. */
  reply: maybeKey('auditRemark', text()),
})
/** An application to change one's major. */
export type TransferApplication = Value<typeof Application>

/** How an application stands, in words (MAJ-17). */
export const statusWord = (status: string) =>
  ({
    '0': majorTransferTexts.pending,
    '1': majorTransferTexts.passed,
    '2': majorTransferTexts.notPassed,
  })[status] ?? majorTransferTexts.unconfirmed

const Choices = record({
  student: key(
    'stuInfo',
    record({
      department: key('deptNameOld', text()),
      major: key('majorNameOld', text()),
      className: key('classNameOld', text()),
      majorId: key('majorIdOld', text()),
    }),
  ),
  departments: key(
    'dept',
    list(record({ id: key('deptId', text()), name: key('deptName', text()) })),
  ),
  /** Of the department that was asked for; none without one. */
  majors: key(
    'major',
    list(record({ id: key('majorId', text()), name: key('majorName', text()) })),
  ),
})
/** Where a student may go. */
export type TransferChoices = Value<typeof Choices>

const tooShort = {
  zh: commonTexts.tooShort.zh(REASON_AT_LEAST),
  en: commonTexts.tooShort.en(REASON_AT_LEAST),
}

const Wish = record({
  student: key('stuCode', text()),
  reason: key(
    'remark',
    text(
      v.check((value) => countOf(value) >= REASON_AT_LEAST, validationMessage(tooShort)),
      atMost(2000),
    ),
  ),
  oldMajor: key('majorIdOld', text()),
  newMajor: key('majorIdNew', needed(majorTransferTexts.chooseMajor)),
  /** The application under review that this one takes the place of; our backend's own key. */
  changes: maybeKey('runningId', text()),
})
/** What is applied for. */
export type TransferWish = Value<typeof Wish>
/** The rules of the form. */
export const wishSchema = Wish.schema

/** The change of one's major (MAJ, D-92, D-93): online only. */
export const transfer = {
  list: read({
    path: '/api/changeMajor/findDetail',
    who: 'student',
    offline: 'live',
    /** Both '' for all of one's own. */
    input: record({
      student: key('stuCode', text()),
      role: key('roleId', text()),
      id: key('runningId', text()),
    }),
    output: record({ applications: key('findDetail', list(Application)) }),
    rule: present('findDetail'),
  }),
  choices: read({
    path: '/api/changeMajor/findStuInfo',
    who: 'student',
    offline: 'live',
    input: record({ student: key('stuCode', text()), department: key('deptIdNew', text()) }),
    output: record({ choices: key('data', Choices) }),
    rule: { ...codeZero, refusal: (message) => ({ code: '-1', message }) },
  }),
  apply: write({
    path: '/api/changeMajor/insert',
    who: 'student',
    input: Wish,
    output: record({ says: key('message', text()) }),
    rule: marker({ key: 'result', good: 1, bad: 0, says: 'message' }),
  }),
  withdraw: write({
    path: '/api/changeMajor/delete',
    who: 'student',
    input: record({ id: key('runningId', needed(commonTexts.badField)) }),
    output: record({}),
    rule: marker({ key: 'code', good: 1, bad: 0 }),
  }),
}
