import type { majorTransfer } from '#contract/major-transfer'
import { countCharacters } from '#contract/normalize'
import { commonTexts } from '#i18n/common'
import { dailyServerTexts } from '#i18n/daily-server'
import { majorTransferTexts } from '#i18n/major-transfer'
import { fillTemplateText } from '#i18n/translate'
import { toChinaMinute } from '../../platform/clock.ts'
import { studentHandler, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { findCampusRules } from '../campus-rules/public.ts'
import { isMajorOpenToStudent, findTransferRefusal } from './rules.ts'
import * as store from './store.ts'

interface TextResult {
  readonly says: string
}

/** The handlers of major transfers (MAJ, D-92, D-93). The server checks the rules. */
export const majorTransferHandlers: Handlers<typeof majorTransfer> = {
  list: studentHandler(async ({ input, student, db }) => {
    const found = await store.findOwnTransfers(db, { student: student.code, id: input.id })
    return succeed({
      applications: found.map((one) => ({
        id: one.id,
        oldDepartment: one.old_department,
        oldMajor: one.old_major,
        oldClass: one.old_class,
        newDepartmentId: one.department_id,
        newDepartment: one.department_name,
        newMajorId: one.new_major,
        newMajor: one.major_name,
        status: one.status,
        reason: one.reason,
        appliedAt: toChinaMinute(one.applied_at),
        reply: one.reply,
      })),
    })
  }),

  choices: studentHandler(async (ask) => {
    const { input, student, db, now } = ask
    const rule = (await findCampusRules(ask)).transfer
    const own = await store.findMajor(db, student.major_code)
    const says = await findTransferRefusal(db, student, { own: own?.kind, now, rule })
    if (says !== undefined) return refuse(says)
    const open = (await store.findMajors(db)).filter((major) =>
      isMajorOpenToStudent(student, own?.kind, { major, rule }),
    )
    const departments = await store.findDepartments(db)
    return succeed({
      choices: {
        student: {
          department: student.department,
          major: student.major,
          className: student.class_name,
          majorId: student.major_code,
        },
        // A department without a major to which the student can transfer is not listed.
        departments: departments.filter(({ id }) =>
          open.some((major) => major.department_id === id),
        ),
        majors: open
          .filter((major) => major.department_id === input.department)
          .map(({ code, name }) => ({ id: code, name })),
      },
    })
  }),

  apply: studentHandler(async (ask) => {
    const { input, student, db, now, language } = ask
    const rule = (await findCampusRules(ask)).transfer
    if (countCharacters(input.reason) < rule.reason)
      return {
        type: 'invalid',
        issues: [{ path: 'remark', message: commonTexts.tooShort[language](rule.reason) }],
      }
    if (input.oldMajor !== '' && input.oldMajor !== student.major_code)
      return {
        type: 'invalid',
        issues: [{ path: 'majorIdOld', message: commonTexts.badField[language] }],
      }
    const own = await store.findMajor(db, student.major_code)
    const says = await findTransferRefusal(db, student, { own: own?.kind, now, rule })
    if (says !== undefined) return refuse(says)
    const wanted = (await store.findMajors(db)).find(({ code }) => code === input.newMajor)
    if (wanted === undefined || !isMajorOpenToStudent(student, own?.kind, { major: wanted, rule }))
      return refuse(dailyServerTexts.majorClosed)
    if ((await store.countTransfers(db, student.code)) >= rule.times)
      return refuse(fillTemplateText(majorTransferTexts.ruleTimes, rule.times))
    if (input.changes !== undefined && input.changes !== '') {
      const application = {
        student: student.code,
        id: input.changes,
        newMajor: wanted.code,
        reason: input.reason,
      }
      return (await store.updateTransfer(db, application))
        ? succeed<TextResult>({ says: majorTransferTexts.changed[language] })
        : refuse(majorTransferTexts.changeFailed)
    }
    const isOnly = await store.insertTransfer(db, {
      student,
      newMajor: wanted.code,
      reason: input.reason,
      now,
    })
    return isOnly
      ? succeed<TextResult>({ says: majorTransferTexts.added[language] })
      : refuse(dailyServerTexts.pendingAlready)
  }),

  withdraw: studentHandler(async ({ input, student, db }) => {
    const isGone = await store.withdrawTransfer(db, { student: student.code, id: input.id })
    return isGone ? succeed({}) : refuse(majorTransferTexts.deleteFailed)
  }),
}
