/** Dormitories (specification 2, 5, 8). */
export const dormWords = {
  title: { zh: '选择宿舍类型', en: 'Choose a dormitory type' },
  typeRequired: { zh: '请选择宿舍类型', en: 'Choose a dormitory type' },
  waitForRoom: { zh: '请等待宿舍分配', en: 'Wait until you are given a room' },
  chooseAgain: { zh: '请重新选择宿舍', en: 'Choose a dormitory again' },
  systemFault: { zh: '宿管系统异常，请联系管理员！', en: 'The dormitory system has a fault, contact the administrator!' },
  noPlaces: { zh: '该宿舍类型已无余位', en: 'There is no place of this type left' },
  chosenAlready: { zh: '您已选择宿舍类型', en: 'You have chosen a dormitory type already' },
  unknownType: { zh: '没有这个宿舍类型，请重新选择', en: 'There is no such dormitory type, choose again' },
  notAsked: { zh: '研究生无需选择宿舍类型', en: 'Postgraduates choose no dormitory type' },
} as const
