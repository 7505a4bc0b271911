import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { majorTransferTexts } from '../i18n/major-transfer.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import { key, list, optionalKey, record, text, type CodecValue } from './codec.ts'
import { maxCharacters, requiredText } from './fields.ts'
import { countCharacters } from './normalize.ts'
import { codeZero, keyValueRule, keyPresentRule } from './rules.ts'

/** The shortest reason, in characters after trimming (MAJ-09, D-92). */
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
  reason: optionalKey('remark', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  appliedAt: optionalKey('applyTime', text()),
  /** The message of the decision; our backend's own key. */
  reply: optionalKey('auditRemark', text()),
})
/** An application to change the major. */
export type TransferApplication = CodecValue<typeof Application>

/** The text for an application's status (MAJ-17). */
export const transferStatusText = (status: string) =>
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
  /** The majors of the requested department; empty without one. */
  majors: key(
    'major',
    list(record({ id: key('majorId', text()), name: key('majorName', text()) })),
  ),
})
/** The departments and majors to which a student may transfer. */
export type TransferChoices = CodecValue<typeof Choices>

const tooShort = {
  zh: commonTexts.tooShort.zh(REASON_AT_LEAST),
  en: commonTexts.tooShort.en(REASON_AT_LEAST),
}

const Wish = record({
  student: key('stuCode', text()),
  reason: key(
    'remark',
    text(
      v.check((value) => countCharacters(value) >= REASON_AT_LEAST, validationMessage(tooShort)),
      maxCharacters(2000),
    ),
  ),
  oldMajor: key('majorIdOld', text()),
  newMajor: key('majorIdNew', requiredText(majorTransferTexts.chooseMajor)),
  /** The application under review that this one replaces; our backend's own key. */
  changes: optionalKey('runningId', text()),
})
/** A request to change the major. */
export type TransferRequest = CodecValue<typeof Wish>
/** The rules of the form. */
export const transferRequestSchema = Wish.schema

/** Changing the major (MAJ, D-92, D-93): online only. */
export const majorTransfer = {
  list: defineRead({
    path: '/api/changeMajor/findDetail',
    who: 'student',
    offline: 'online-only',
    /** `role` and `id` are '' for all applications of the student. */
    input: record({
      student: key('stuCode', text()),
      role: key('roleId', text()),
      id: key('runningId', text()),
    }),
    output: record({ applications: key('findDetail', list(Application)) }),
    rule: keyPresentRule('findDetail'),
  }),
  choices: defineRead({
    path: '/api/changeMajor/findStuInfo',
    who: 'student',
    offline: 'online-only',
    input: record({ student: key('stuCode', text()), department: key('deptIdNew', text()) }),
    output: record({ choices: key('data', Choices) }),
    rule: { ...codeZero, refusal: (message) => ({ code: '-1', message }) },
  }),
  apply: defineWrite({
    path: '/api/changeMajor/insert',
    who: 'student',
    input: Wish,
    output: record({ says: key('message', text()) }),
    rule: keyValueRule({ key: 'result', good: 1, bad: 0, says: 'message' }),
  }),
  withdraw: defineWrite({
    path: '/api/changeMajor/delete',
    who: 'student',
    input: record({ id: key('runningId', requiredText(commonTexts.badField)) }),
    output: record({}),
    rule: keyValueRule({ key: 'code', good: 1, bad: 0 }),
  }),
}
