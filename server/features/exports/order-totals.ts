import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportTexts } from '#i18n/exports'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { selectExpectedStudents } from '../arrivals/public.ts'
import { createExportHandler } from '../office/public.ts'

type TotalsExportRequest = HandlerRequest<CallInput<typeof exports.uniformSums>>

const students = ({ db, input, now }: TotalsExportRequest) =>
  selectExpectedStudents(db, { ...input, buildingScope: 'all', now })

/** The export of the number of garments to order, by type, size and colour. */
export const uniformTotalsExport = createExportHandler({
  title: exportTexts.uniformSums,
  action: 'exports.uniformSums',
  columns: [
    { title: exportTexts.garment, cell: ({ garment }) => garment },
    { title: exportTexts.size, cell: ({ size }) => size },
    { title: exportTexts.colour, cell: ({ colour }) => colour },
    { title: exportTexts.amount, cell: ({ amount }) => amount, numberFormat: '0' },
  ],
  rows: (ask: TotalsExportRequest) =>
    students(ask)
      .innerJoin('uniform_order as ordered', 'ordered.student_code', 'student.code')
      .innerJoin('uniform_line as line', 'line.student_code', 'student.code')
      .innerJoin('uniform_garment as garment', 'garment.id', 'line.garment_id')
      .innerJoin('uniform_size as size', 'size.id', 'line.size_id')
      .innerJoin('uniform_colour as colour', 'colour.id', 'ordered.colour_id')
      .select([
        sql<string>`garment.id || '/' || size.id || '/' || colour.id`.as('key'),
        'garment.name as garment',
        'size.size',
        'colour.name as colour',
        sql<number>`count(*)::int`.as('amount'),
      ])
      .groupBy(['garment.id', 'size.id', 'colour.id']),
})

/** The export of the number and price of each package of living supplies. */
export const livingTotalsExport = createExportHandler({
  title: exportTexts.livingSums,
  action: 'exports.livingSums',
  columns: [
    { title: exportTexts.packages, cell: ({ name }) => name },
    { title: exportTexts.amount, cell: ({ amount }) => amount, numberFormat: '0' },
    {
      title: exportTexts.unitPrice,
      cell: ({ price_fen }) => price_fen / 100,
      numberFormat: '0.00',
    },
    {
      title: exportTexts.price,
      cell: ({ amount, price_fen }) => (amount * price_fen) / 100,
      numberFormat: '0.00',
    },
  ],
  rows: (ask: TotalsExportRequest) =>
    students(ask)
      .innerJoin('living_reservation as reserved', 'reserved.student_code', 'student.code')
      .innerJoin('living_package as package', (join) =>
        join.on(sql<boolean>`package.id = any(reserved.packages)`),
      )
      .select([
        'package.id as key',
        'package.name',
        'price_fen',
        sql<number>`count(*)::int`.as('amount'),
      ])
      .groupBy('package.id'),
})
