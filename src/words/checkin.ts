import { studentFields } from './fields/student.ts'
import { resultWords } from './results.ts'

/** Confirming arrivals at the dormitory door (SCN rows; D-12, D-97, D-98). */
export const checkinWords = {
  title: { zh: '扫码登记', en: 'Scan to check in' },
  student: { zh: '学生', en: 'Student' },
  number: studentFields.studentNumber,
  confirmed: { zh: '登记成功', en: 'Checked in' },
  confirmedAlready: { zh: '该学生已确认', en: 'This student is confirmed already' },
  tooOld: {
    zh: '当前客户端版本过低，不支持扫码',
    en: 'This version of the app is too old to scan',
  },
  checkFailed: {
    zh: '接口检查失败(checkJsApi)',
    en: 'The check of the interface failed (checkJsApi)',
  },
  deleted: resultWords.deleted,
  deleteFailed: resultWords.deleteFailed,
  unreadable: { zh: '这不是报到码，请重新扫码', en: 'This is no check-in code. Scan again' },
  forged: { zh: '报到码签名无效', en: 'The signature of this code is not valid' },
  expired: {
    zh: '报到码已过期，请学生联网刷新',
    en: 'This code has expired. The student must renew it with a network',
  },
  screenshot: {
    zh: '报到码不是刚刚生成的，可能是截图',
    en: 'This code was not made just now. It may be a screenshot',
  },
  wrongClock: {
    zh: '扫码时间不对，请检查手机时间后重新扫码',
    en: 'The time of the scan is wrong. Check the clock of this phone and scan again',
  },
  scannedTooLongAgo: {
    zh: '扫码已超过 7 天，请重新扫码',
    en: 'This was scanned more than 7 days ago. Scan again',
  },
  passNeeded: { zh: '请扫描学生手机上的报到码', en: "Scan the code on the student's phone" },
  unknownStudent: { zh: '没有找到该学生', en: 'There is no such student' },
  otherBuilding: {
    zh: '该学生不住在您管理的楼栋',
    en: 'This student does not live in one of your buildings',
  },
  noBuildings: {
    zh: '尚未为您分配楼栋，请联系管理员',
    en: 'No building has been given to you. Ask the administrator',
  },
  rosterEmpty: {
    zh: '名单为空：您管理的楼栋没有学生，或尚未为您分配楼栋，请联系管理员',
    en: 'The roster is empty: nobody lives in your buildings, or none was given to you. Ask the administrator',
  },
  takenBack: { zh: '该登记已被撤销，请重新扫码', en: 'This check-in was taken back. Scan again' },
} as const
