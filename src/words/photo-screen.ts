import { studentFields } from './fields/student.ts'

/** Beside the face photo: what it must be like, and whose it is. Other pictures need none of it. */
export const photoScreenWords = {
  tips: { zh: '拍照要求', en: 'What the photo must be like' },
  tipShoulders: {
    zh: '请上传露出额头的肩部以上照片',
    en: 'Shoulders up, with the forehead visible',
  },
  tipPlain: { zh: '请勿上传美颜照或证件照', en: 'No beautified and no ID-style photos' },
  tipConfirm: { zh: '选择照片后请点击确认上传', en: 'After choosing, tap “Confirm upload”' },
  own: { zh: '个人信息', en: 'Your details' },
  ownFailed: studentFields.ownFailed,
  name: studentFields.name,
  studentNumber: studentFields.studentNumber,
  examNumber: studentFields.examNumber,
  sex: studentFields.gender,
  male: studentFields.male,
  female: studentFields.female,
  idCard: studentFields.idCard,
  idCardLater: {
    zh: '不保存在手机上，联网后显示',
    en: 'Not kept on the phone, shown once connected',
  },
  phone: studentFields.contactPhone,
  entryYear: studentFields.entryYear,
  department: studentFields.department,
  major: studentFields.major,
  className: studentFields.className,
} as const
