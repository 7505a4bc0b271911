import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { majorTransferTexts } from '../i18n/major-transfer.ts'
import { validationMessage, fillTemplateText } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  requiredKey,
  listCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
} from './codec.ts'
import { maxCharacters, requiredTextField } from './fields.ts'
import { countCharacters } from './normalize.ts'
import { acceptIfCodeZero, acceptIfKeyEquals, acceptIfKeyPresent } from './rules.ts'

/** The campus's rule of transfers. */
export interface TransferRule {
  /** Whether students of arts majors may transfer. */
  readonly arts: boolean
  /** Whether students of liberal arts may transfer to science. */
  readonly science: boolean
  /** The largest number of transfers during the studies. */
  readonly times: number
  /** The shortest reason, in characters after trimming. */
  readonly reason: number
  readonly students: 'new' | 'all'
}
/** The rule of the specification (MAJ-09, D-92). */
export const TRANSFER_RULE: TransferRule = {
  arts: false,
  science: false,
  times: 1,
  reason: 100,
  students: 'new',
}

const Application = recordCodec({
  id: requiredKey('runningId', textCodec()),
  oldDepartment: requiredKey('deptNameOld', textCodec()),
  oldMajor: requiredKey('majorNameOld', textCodec()),
  oldClass: requiredKey('classNameOld', textCodec()),
  newDepartmentId: requiredKey('deptIdNew', textCodec()),
  newDepartment: requiredKey('deptNameNew', textCodec()),
  newMajorId: requiredKey('majorIdNew', textCodec()),
  newMajor: requiredKey('majorNameNew', textCodec()),
  /** '0' under review, '1' passed, '2' not passed, anything else to be confirmed (MAJ-17). */
  status: requiredKey('applyStatus', textCodec()),
  reason: optionalKey('remark', textCodec()),
  /** China time, YYYY-MM-DD HH:mm. */
  appliedAt: optionalKey('applyTime', textCodec()),
  /** The message of the decision; our backend's own key. */
  reply: optionalKey('auditRemark', textCodec()),
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

const Choices = recordCodec({
  student: requiredKey(
    'stuInfo',
    recordCodec({
      department: requiredKey('deptNameOld', textCodec()),
      major: requiredKey('majorNameOld', textCodec()),
      className: requiredKey('classNameOld', textCodec()),
      majorId: requiredKey('majorIdOld', textCodec()),
    }),
  ),
  departments: requiredKey(
    'dept',
    listCodec(
      recordCodec({
        id: requiredKey('deptId', textCodec()),
        name: requiredKey('deptName', textCodec()),
      }),
    ),
  ),
  /** The majors of the requested department; empty if no department was requested. */
  majors: requiredKey(
    'major',
    listCodec(
      recordCodec({
        id: requiredKey('majorId', textCodec()),
        name: requiredKey('majorName', textCodec()),
      }),
    ),
  ),
})
/** The departments and majors to which a student may transfer. */
export type TransferChoices = CodecValue<typeof Choices>

const TransferChoice = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  /** The shortest reason is a rule of the campus. */
  reason: requiredKey('remark', textCodec(maxCharacters(2000))),
  oldMajor: requiredKey('majorIdOld', textCodec()),
  newMajor: requiredKey('majorIdNew', requiredTextField(majorTransferTexts.chooseMajor)),
  /** The application under review that this one replaces; our backend's own key. */
  changes: optionalKey('runningId', textCodec()),
})
/** A request to change the major. */
export type TransferRequest = CodecValue<typeof TransferChoice>
/** The rules of the form with the shortest reason, in characters after trimming (MAJ-09, D-92). */
export const createTransferRequestSchema = (
  shortest: number,
): v.GenericSchema<unknown, TransferRequest> =>
  v.pipe(
    TransferChoice.schema,
    v.forward(
      v.check(
        ({ reason }) => countCharacters(reason) >= shortest,
        validationMessage(fillTemplateText(commonTexts.tooShort, shortest)),
      ),
      ['reason'],
    ),
  )

/** Changing the major (MAJ, D-92, D-93): online only. */
export const majorTransfer = {
  list: defineRead({
    path: '/api/changeMajor/findDetail',
    who: 'student',
    /** `role` and `id` are '' for all applications of the student. */
    input: recordCodec({
      student: requiredKey('stuCode', textCodec()),
      role: requiredKey('roleId', textCodec()),
      id: requiredKey('runningId', textCodec()),
    }),
    output: recordCodec({ applications: requiredKey('findDetail', listCodec(Application)) }),
    rule: acceptIfKeyPresent('findDetail'),
  }),
  choices: defineRead({
    path: '/api/changeMajor/findStuInfo',
    who: 'student',
    input: recordCodec({
      student: requiredKey('stuCode', textCodec()),
      department: requiredKey('deptIdNew', textCodec()),
    }),
    output: recordCodec({ choices: requiredKey('data', Choices) }),
    rule: { ...acceptIfCodeZero, refusal: (message) => ({ code: '-1', message }) },
  }),
  apply: defineWrite({
    path: '/api/changeMajor/insert',
    who: 'student',
    input: TransferChoice,
    output: recordCodec({ says: requiredKey('message', textCodec()) }),
    rule: acceptIfKeyEquals({ key: 'result', good: 1, bad: 0, says: 'message' }),
  }),
  withdraw: defineWrite({
    path: '/api/changeMajor/delete',
    who: 'student',
    input: recordCodec({ id: requiredKey('runningId', requiredTextField(commonTexts.badField)) }),
    rule: acceptIfKeyEquals({ key: 'code', good: 1, bad: 0 }),
  }),
}
