/** Dormitories (DORM rows). */
export const dormTexts = {
  title: { zh: '选择宿舍类型', en: 'Dormitory type' },
  waitForRoom: { zh: '请等待宿舍分配', en: 'Wait until you are given a room' },
  chooseAgain: {
    zh: '请重新选择宿舍',
    en: 'Choose a dormitory again',
  },
  systemFault: {
    zh: '宿管系统异常，请联系管理员！',
    en: 'The dormitory system has a fault, contact the administrator!',
  },
  systemError: { zh: '系统错误！', en: 'System error!' },
  noPlaces: { zh: '该宿舍类型已无余位', en: 'There is no place of this type left' },
  chosenAlready: { zh: '您已选择宿舍类型', en: 'You have chosen a dormitory type already' },
  unknownType: {
    zh: '没有这个宿舍类型，请重新选择',
    en: 'There is no such dormitory type, choose again',
  },
  notAsked: { zh: '研究生无需选择宿舍类型', en: 'Postgraduates choose no dormitory type' },
  type: { zh: '宿舍类型', en: 'Type' },
  types: { zh: '可选的宿舍类型', en: 'Types on offer' },
  refresh: { zh: '刷新余位', en: 'Refresh places' },
  aYear: { zh: (price: string) => `${price}/年`, en: (price: string) => `${price} a year` },
  placesLeft: {
    zh: (n: number) => `剩 ${n} 个名额`,
    en: (n: number) => (n === 1 ? '1 place left' : `${n} places left`),
  },
  full: { zh: '已满', en: 'Full' },
  final: {
    zh: '提交后不能自行更改。',
    en: 'Once you submit, you cannot change your choice.',
  },
  holdRule: {
    zh: '学校为您保留名额，请在保留时间内缴费，逾期名额将释放。',
    en: 'A place is held for you. Pay while it is held, or it is given up.',
  },
  holdRuleFor: {
    zh: (minutes: number) => `名额为您保留 ${minutes} 分钟，请在此期间缴费，逾期名额将释放。`,
    en: (minutes: number) =>
      `A place is held for you for ${minutes} minutes. Pay by then, or it is given up.`,
  },
  empty: { zh: '学校还没有公布宿舍类型', en: 'The university has not published the types yet' },
  emptyText: { zh: '请稍后再来看看', en: 'Please come back later' },
  onlineNote: {
    zh: '名额有限，选择宿舍需要联网',
    en: 'Places are limited, so choosing needs a network',
  },
  chosen: { zh: '您选择的宿舍', en: 'Your choice' },
  notChosen: { zh: '尚未选择', en: 'Not chosen yet' },
  chooseNow: { zh: '去选择', en: 'Choose now' },
  unknown: { zh: '联网后显示', en: 'Shown once connected' },
  price: { zh: '价格', en: 'Price' },
  hold: { zh: '宿舍名额保留', en: 'Your place is held for' },
  holdNote: {
    zh: (time: string) => `保留至 ${time}（以学校时间为准），请在此之前缴费`,
    en: (time: string) => `Held until ${time} by the university’s clock. Pay before then`,
  },
  next: { zh: '下一步', en: 'Next' },
  chosenNow: { zh: '已选择宿舍类型', en: 'Your dormitory type is chosen' },
  infoTitle: { zh: '宿舍信息', en: 'Dormitory' },
  roomTitle: { zh: '我的宿舍', en: 'My room' },
  room: { zh: '分配的宿舍', en: 'Your room' },
  building: { zh: '宿舍楼', en: 'Building' },
  number: { zh: '房间号', en: 'Room' },
  bed: { zh: '床位', en: 'Bed' },
  roomFailed: { zh: '宿舍信息加载失败', en: 'Your room could not be loaded' },
} as const
