import { randomUUID } from 'node:crypto'
import { type bedAllocation, UNPLACED_REASONS } from '#contract/bed-allocation'
import type { CallInput } from '#contract/call'
import { bedAllocationTexts as texts, unplacedReasonTexts } from '#i18n/bed-allocation'
import { exportTexts } from '#i18n/exports'
import { messageChannelTexts } from '#i18n/message-channels'
import { refusalTexts } from '#i18n/refusals'
import { fillTemplateText } from '#i18n/translate'
import {
  type HandlerRequest,
  refuse,
  staffHandler,
  succeed,
  type Handlers,
} from '../../platform/http/handler.ts'
import { notifyPeople } from '../notices/public.ts'
import { createExportHandler, recordAuditEntry } from '../office/public.ts'
import { planInThread } from './run-plan.ts'
import * as store from './store.ts'

const PAGE = 100
const STUDENTS_PER_ENTRY = 500

/** The handlers of the allocation of beds. */
export const bedAllocationHandlers: Handlers<typeof bedAllocation> = {
  preview: staffHandler(async ({ db, input, staff, now }) => {
    const { already, excluded, ...data } = await store.readPlanData(db, input, now)
    const planned = await planInThread(data)
    if (planned === undefined) return refuse(texts.planning)
    const plan = { ...planned, unplaced: [...planned.unplaced, ...excluded] }
    const unplaced = UNPLACED_REASONS.flatMap((reason) => {
      const students = plan.unplaced.filter((one) => one.reason === reason).length
      return students === 0 ? [] : [{ reason, students }]
    })
    const id = randomUUID()
    const figures = { ...plan.figures, already, unplaced, isRepeatable: plan.isRepeatable }
    await db.transaction().execute(async (tx) => {
      await store.storePreview(tx, { id, staff: staff.code, request: input, plan, figures, now })
      await recordAuditEntry(tx, {
        staff: staff.code,
        action: 'beds.preview',
        about: `bedAllocation:${id}`,
        details: { filter: input, placed: figures.placed },
        now,
      })
    })
    const allocations = await store.findAllocations(db, staff.code)
    const allocation = allocations.find((one) => one.id === id)
    return allocation === undefined ? refuse(refusalTexts.notFound) : succeed({ allocation })
  }),

  list: staffHandler(async ({ db, staff }) =>
    succeed({
      allocations: await store.findAllocations(db, staff.code),
      ...(await store.findAllocationChoices(db)),
    }),
  ),

  students: async ({ db, input: { id, part, after } }) => {
    const rows = await store
      .selectAllocatedStudents(db, id)
      .where('reason', part === 'placed' ? '=' : '<>', '')
      .where('student.code', '>', after)
      .orderBy('student.code')
      .limit(PAGE)
      .execute()
    return succeed({
      students: rows.map((row) => ({
        student: row.key,
        number: row.number ?? row.exam_number ?? '',
        name: row.name,
        department: row.department,
        className: row.class_name,
        building: row.building,
        room: row.room,
        bed: row.bed,
        reason: UNPLACED_REASONS.find((reason) => reason === row.reason) ?? '',
      })),
      next: rows.length < PAGE ? '' : (rows.at(-1)?.key ?? ''),
    })
  },

  export: createExportHandler({
    title: texts.title,
    action: 'exports.bedAllocation',
    columns: [
      { title: exportTexts.number, cell: ({ number }) => number },
      { title: exportTexts.examNumber, cell: ({ exam_number }) => exam_number },
      { title: exportTexts.name, cell: ({ name }) => name },
      { title: exportTexts.department, cell: ({ department }) => department },
      { title: exportTexts.className, cell: ({ class_name }) => class_name },
      { title: exportTexts.building, cell: ({ building }) => building },
      { title: exportTexts.room, cell: ({ room }) => room },
      { title: texts.bed, cell: ({ bed }) => bed },
      {
        title: texts.reason,
        cell: (row, language) => {
          const reason = UNPLACED_REASONS.find((one) => one === row.reason)
          return reason === undefined ? '' : unplacedReasonTexts[reason][language]
        },
      },
    ],
    rows: ({ db, input }: HandlerRequest<CallInput<typeof bedAllocation.export>>) =>
      store.selectAllocatedStudents(db, input.allocation),
  }),

  apply: staffHandler(async ({ db, input: { id }, staff, now }) => {
    const found = await store.lockAllocation(db, id)
    if (found === undefined) return refuse(refusalTexts.notFound)
    if (found.applied_at !== null) return refuse(texts.appliedAlready)
    const placed = await store.assignPlannedBeds(db, id, now)
    if (placed === undefined) return refuse(texts.changedSince)
    if (placed === 0) return refuse(texts.nobodyPlaced)
    await store.markAllocation(db, id, 'applied', { staff: staff.code, now })
    await recordStudents(db, { id, action: 'beds.apply', staff: staff.code, reason: '', now })
    const { roomTitle, roomText } = messageChannelTexts
    await notifyPeople(db, {
      subjects: (await store.findPlacedStudents(db, id)).map((code) => `student:${code}`),
      title: roomTitle,
      content: roomText,
      topic: 'room',
      now,
    })
    return succeed({ placed })
  }),

  revert: staffHandler(async ({ db, input: { id, reason }, staff, now }) => {
    const found = await store.lockAllocation(db, id)
    if (found === undefined) return refuse(refusalTexts.notFound)
    if (found.applied_at === null || found.reverted_at !== null) return refuse(texts.notApplied)
    const arrived = await store.countArrivedOfAllocation(db, id)
    if (arrived > 0) return refuse(fillTemplateText(texts.arrived, arrived))
    const reverted = await store.removeAllocatedBeds(db, id)
    await store.markAllocation(db, id, 'reverted', { staff: staff.code, now })
    const students = await recordStudents(db, {
      id,
      action: 'beds.revert',
      staff: staff.code,
      reason,
      now,
    })
    return succeed({ reverted, kept: students - reverted })
  }),
}

// Each entry names its students, so that a student's own log shows who has placed them. Resolves to
// the number of students.
async function recordStudents(
  db: HandlerRequest<never>['db'],
  {
    id,
    ...entry
  }: { id: string; action: 'beds.apply' | 'beds.revert'; staff: string; reason: string; now: Date },
): Promise<number> {
  const students = await store.findPlacedStudents(db, id)
  for (let from = 0; from < students.length; from += STUDENTS_PER_ENTRY)
    await recordAuditEntry(db, {
      ...entry,
      about: `bedAllocation:${id}`,
      details: { students: students.slice(from, from + STUDENTS_PER_ENTRY) },
    })
  return students.length
}
