/** Backend texts about a student in the office. */
export const studentsServerTexts = {
  notBlocked: { zh: '该学生的登录没有被锁定', en: 'This student’s sign-in is not blocked' },
  unboundAlready: {
    zh: '这部手机的绑定已经解除',
    en: 'The binding was taken off this phone already',
  },
  openAlready: { zh: '该步骤本来就没有完成', en: 'This step is open already' },
  withdrawn: {
    zh: '该学生已放弃入学或退学，请先恢复',
    en: 'This student has withdrawn. Take that back first',
  },
  notWithdrawn: { zh: '该学生没有放弃入学或退学', en: 'This student has not withdrawn' },
  bedTaken: { zh: '这个床位已经有人', en: 'Somebody has this bed' },
  roomClosed: { zh: '这个房间已停用', en: 'This room takes nobody any more' },
  noSuchRoom: {
    zh: '没有这个房间，请从列表中选择，或先在“宿舍房间与床号”中新增',
    en: 'There is no such room: choose one of the list, or add it first',
  },
  roomChanged: {
    zh: '其他人刚刚改过这名学生的床位，请刷新后再操作',
    en: 'Somebody has just changed this student’s bed. Reload the page first',
  },
  noSuchBed: { zh: '这个房间没有这个床位', en: 'This room has no such bed' },
  otherGender: { zh: '这个房间供另一性别的学生居住', en: 'This room is for the other gender' },
  placeRefused: {
    zh: '这个床位不能分配，请检查楼栋、房间和床位',
    en: 'This bed cannot be given. Check building, room and bed',
  },
  noRoom: { zh: '该学生没有房间', en: 'This student has no room' },
  admittedAlready: { zh: '该学生已通过入学资格审核', en: 'The admission was checked already' },
  notAdmitted: {
    zh: '该学生还没有通过入学资格审核',
    en: 'The admission of this student is not checked yet',
  },
  arrivedAlready: { zh: '该学生已确认到校', en: 'The arrival was confirmed already' },
  notArrived: { zh: '该学生还没有到校记录', en: 'No arrival of this student stands' },
  otherStudent: {
    zh: '这个文件是其他学生的，不能在这里打开',
    en: 'This file is another student’s and cannot be opened here',
  },
  unreadable: {
    zh: '这份内容不完整或无法识别，不能代为提交',
    en: 'This is incomplete or unknown and cannot be delivered',
  },
  otherWords: {
    zh: '学校已收到这份内容的另一个版本；如需修改，请直接代为填写表单',
    en: 'The university has another wording of this submission. To change it, fill in the form',
  },
} as const
