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
  ownFailed: { zh: '没有读到个人信息', en: 'Your details could not be read' },
  name: { zh: '姓名', en: 'Name' },
  studentNumber: { zh: '学号', en: 'Student no.' },
  examNumber: { zh: '考生号', en: 'Exam no.' },
  sex: { zh: '性别', en: 'Sex' },
  male: { zh: '男', en: 'Male' },
  female: { zh: '女', en: 'Female' },
  idCard: { zh: '身份证号', en: 'ID card no.' },
  idCardLater: {
    zh: '不保存在手机上，联网后显示',
    en: 'Not kept on the phone, shown once connected',
  },
  phone: { zh: '联系电话', en: 'Phone' },
  entryYear: { zh: '入学年份', en: 'Entry year' },
  department: { zh: '院系', en: 'Department' },
  major: { zh: '专业', en: 'Major' },
  className: { zh: '班级', en: 'Class' },
} as const
