import { idNumberLabel } from './fields/id-number.ts'
import { studentFields } from './fields/student.ts'

/**
 * The face photo's requirements and owner. Separate, because other pictures do not need these
 * texts.
 */
export const photoScreenTexts = {
  consent: { zh: '使用人脸照片的同意', en: 'Consent to a photo of your face' },
  consentWhat: {
    zh: '照片只用来制作校园卡，以及报到时核对是不是您本人。',
    en: 'The photo is used for your campus card, and to see at your arrival that it is you.',
  },
  consentWho: {
    zh: '只有办理校园卡和报到的老师能看到它，不会用于自动人脸识别。报到期间，宿管的设备会加密保存一张小图，登记后即删除。',
    en: 'Only staff for cards and arrivals see it. No machine recognises faces with it. Until you have arrived, devices of your dormitory supervisors keep a small copy, encrypted.',
  },
  consentBack: {
    zh: '您可以随时在本页撤回同意，撤回后照片会被删除。不同意也可以到校后在现场拍照。',
    en: 'You can withdraw your consent on this page at any time; the photo is then deleted. Without consent, your photo is taken on campus.',
  },
  agree: { zh: '同意并继续', en: 'Agree and go on' },
  takeBack: { zh: '撤回同意并删除照片', en: 'Withdraw consent and delete the photo' },
  takeBackAsk: {
    zh: '撤回后，学校会删除您的照片。需要时请重新上传，或到校后在现场拍照。',
    en: 'The university then deletes your photo. Upload another when you want to, or have one taken on campus.',
  },
  takenBack: { zh: '已撤回同意，照片已删除', en: 'Consent withdrawn, the photo is deleted' },
  confirmTakeBack: { zh: '撤回并删除', en: 'Withdraw and delete' },
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
  idNumber: idNumberLabel,
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
