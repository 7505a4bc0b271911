import { toBase64url } from '#contract/bytes'
import type { ArrivalScan } from '#contract/checkin'
import { MAX_PASS_CREDENTIAL_LIFETIME_MS, isPassText, readPass } from '#contract/checkin-pass'
import { checkCredential, checkProof, MAX_CLOCK_SKEW_MS } from '#contract/checkin-pass-check'
import { checkinServerTexts as texts } from '#i18n/checkin-server'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import type { StaffRow } from '../../platform/database/schema/schema.ts'
import type { AdmissionRule } from '../admission-rule/public.ts'
import { findAllPassPublicKeys } from './pass-keys.ts'
import { isPassRevoked } from './pass-phones.ts'
import { unsealScanWithCampusKey } from './scan-key.ts'
import {
  findBuildingsOfSupervisor,
  type CheckinStudent,
  findStudentByNumber,
  findStudentByPass,
} from './store.ts'

/**
 * The result of a scan. `at`: the time of the scan by the server's clock. A reversal after `seenAt`
 * is newer than the scan.
 */
export type ScanValidationResult =
  | { type: 'student'; student: CheckinStudent; verified: boolean; at: Date; seenAt: Date }
  | { type: 'no'; says: LocalizedText }

interface ValidateScanParams {
  readonly scan: ArrivalScan
  readonly rule: AdmissionRule
  readonly passRequired: boolean
  /** How long ago the phone recorded the scan, by the phone's own clock, seconds. */
  readonly age?: number | undefined
}

const rejectScan = (says: LocalizedText): ScanValidationResult => ({ type: 'no', says })

/**
 * Validates a supervisor's scan for the time at which it was made. Accepted are admitted students
 * of the supervisor's buildings who have not withdrawn. If the student lives in another building,
 * the refusal names that building. The student's name is returned only for a pass, because anybody
 * can type a number.
 */
export async function validateScan(
  db: Db,
  { staff, ...params }: ValidateScanParams & { readonly staff: StaffRow },
): Promise<ScanValidationResult> {
  const found = await identifyScan(db, params)
  if (found.type === 'no') return found
  const { student, verified } = found
  const name = verified ? student.name : ''
  const buildings = await findBuildingsOfSupervisor(db, staff.code)
  if (buildings.length === 0) return rejectScan(texts.noBuildings)
  if (student.barred === 'withdrawn') return rejectScan(texts.withdrawn)
  if (student.building === '') return rejectScan(fillTemplateText(texts.noRoom, name))
  if (!buildings.includes(student.building)) {
    const { zh, en } = texts.otherBuilding
    return rejectScan({ zh: zh(name, student.building), en: en(name, student.building) })
  }
  if (student.barred === 'not-admitted') return rejectScan(texts.notAdmitted)
  return found
}

/**
 * Finds the student of a scan for the time at which it was made: by a genuine pass, or by a number
 * where the university accepts numbers. Whether the student may enter is for the caller to decide.
 */
export async function identifyScan(
  db: Db,
  { scan, rule, passRequired, age }: ValidateScanParams,
): Promise<ScanValidationResult> {
  const { now } = rule
  const scanned = await unsealScanWithCampusKey(db, scan.scanned)
  if (scanned === undefined) return rejectScan(texts.sealedElsewhere)
  const isPass = isPassText(scanned)
  const said = scan.at === undefined ? now.getTime() : Date.parse(scan.at)
  // A pass proves the time of its scan. The time of a typed number comes from a phone's clock,
  // which might be wrong by years, but the duration since then is reliable.
  const madeAt = isPass || age === undefined ? said : now.getTime() - age * 1000
  if (now.getTime() - madeAt > MAX_PASS_CREDENTIAL_LIFETIME_MS)
    return rejectScan(texts.scannedTooLongAgo)
  // Only the time in a pass is signed, so only a pass is refused because of its time.
  if (isPass && said > now.getTime() + MAX_CLOCK_SKEW_MS) return rejectScan(texts.wrongClock)
  if (!isPass && passRequired) return rejectScan(texts.passNeeded)
  const found = isPass
    ? await studentOfPass(db, { text: scanned, at: said, rule })
    : await studentOfNumber(db, scanned, rule)
  if (found.type === 'no') return found
  // The time of a scan in the future is unknown, so every reversal counts as newer.
  const seenAt =
    madeAt > now.getTime() + MAX_CLOCK_SKEW_MS
      ? now.getTime() - MAX_PASS_CREDENTIAL_LIFETIME_MS
      : madeAt
  return {
    ...found,
    verified: isPass,
    at: new Date(Math.min(madeAt, now.getTime())),
    seenAt: new Date(seenAt),
  }
}

/**
 * Finds the student of a scan, whether the scan is valid or not; undefined if it names no student.
 */
export async function findScannedStudent(
  db: Db,
  text: string,
  rule: AdmissionRule,
): Promise<CheckinStudent | undefined> {
  const scanned = await unsealScanWithCampusKey(db, text)
  if (scanned === undefined) return undefined
  if (!isPassText(scanned)) return findStudentByNumber(db, scanned, rule)
  const id = readPass(scanned)?.credential.id
  return id === undefined ? undefined : findStudentByPass(db, id, rule)
}

type StudentLookup =
  | { type: 'student'; student: CheckinStudent }
  | { type: 'no'; says: LocalizedText }

async function studentOfPass(
  db: Db,
  { text, at, rule }: { text: string; at: number; rule: AdmissionRule },
): Promise<StudentLookup> {
  const pass = readPass(text)
  if (pass === undefined) return { type: 'no', says: texts.unreadable }
  const credential = await checkCredential(pass.credential, {
    keys: await findAllPassPublicKeys(db),
    at,
  })
  if (credential === 'forged' || credential === 'unknown-key')
    return { type: 'no', says: texts.forged }
  const proof = await checkProof(pass, { at })
  if (proof === 'forged') return { type: 'no', says: texts.forged }
  if (credential === 'expired') return { type: 'no', says: texts.expired }
  if (proof !== 'good')
    return { type: 'no', says: proof === 'old' ? texts.screenshot : texts.wrongClock }
  const student = await findStudentByPass(db, pass.credential.id, rule)
  const phone = toBase64url(pass.credential.phone)
  if (
    student !== undefined &&
    (await isPassRevoked(db, { student: student.code, phone, at: new Date(at) }))
  )
    return { type: 'no', says: texts.revoked }
  return toStudentLookup(student)
}

async function studentOfNumber(
  db: Db,
  number: string,
  rule: AdmissionRule,
): Promise<StudentLookup> {
  if (!/^[A-Za-z0-9]{1,32}$/.test(number)) return { type: 'no', says: texts.unreadable }
  return toStudentLookup(await findStudentByNumber(db, number, rule))
}

const toStudentLookup = (student: CheckinStudent | undefined): StudentLookup =>
  student === undefined ? { type: 'no', says: texts.unknownStudent } : { type: 'student', student }
