import { randomBytes } from 'node:crypto'
import { toChinaYear } from '#server/platform/clock'

/** The two calls that are measured. */
export type RequestKind = 'read' | 'write'

/** A student who is signed in. */
export interface BenchStudent {
  readonly code: string
  readonly enrolment: string
  readonly token: string
}

/**
 * The addresses of the calls: a read that joins two tables, and a write with an idempotency key.
 */
export const REQUEST_PATHS = {
  read: '/api/proces/findProcess',
  write: '/api/TravelInformation/addBusInformation',
} as const

/** A complete HTTP request as bytes. Each write has a new idempotency key. */
export function encodeRequest(kind: RequestKind, { code, enrolment, token }: BenchStudent): string {
  const body = JSON.stringify(
    kind === 'read' ? { stuCode: code, enrollType: enrolment } : travelOf(code),
  )
  return [
    `POST ${REQUEST_PATHS[kind]} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Authorization: ${token}`,
    ...(kind === 'write' ? [`Idempotency-Key: ${randomBytes(16).toString('hex')}`] : []),
    '',
    body,
  ].join('\r\n')
}

const year = toChinaYear(new Date())
const travelOf = (code: string) => ({
  stuCode: code,
  processId: '2',
  startCity: '广东省,东莞市',
  startDate: `${year}-09-01`,
  arriveDate: `${year}-09-02`,
  schoolbusSite: '10:30',
  tripMode: '火车',
  heelNum: '2',
  remark: '预计上午到站，有两件大行李。',
  status: '1',
})
