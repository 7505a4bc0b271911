import { referenceDataTexts } from './reference-data.ts'

/** The import of dormitories: types, rooms, and bed assignments. */
export const dormImportTexts = {
  types: { zh: '宿舍类型目录', en: 'Dormitory types' },
  typesAbout: {
    zh: '新生在“选择宿舍类型”中可选的类型，每年价格（元）与名额',
    en: 'The types that new students choose from, with the price of a year in yuan and the places',
  },
  chosen: {
    zh: '已有学生选择了其中的宿舍类型',
    en: 'a student has chosen one of these types already',
  },
  nameTaken: {
    zh: '另一个编号已用了这个名称',
    en: 'Another type has this name already',
  },
  fewerThanTaken: {
    zh: (taken: number) => `名额不能少于已占用的${taken}个`,
    en: (taken: number) => `There must be at least the ${taken} places that are taken`,
  },
  rooms: { zh: '宿舍房间与床位', en: 'Rooms and beds' },
  roomsAbout: {
    zh: '每个房间一行；床位填数量（4 即 1 至 4 号床），或逐个写出，例如 A、B',
    en: 'One row a room. Beds are a number (4 means beds 1 to 4) or named one by one, as in A, B',
  },
  bedsWrong: referenceDataTexts.wrongBeds,
  bedLivedIn: {
    zh: (bed: string) => `${bed}号床有人住，不能去掉`,
    en: (bed: string) => `Somebody has bed ${bed}, so it cannot go`,
  },
  otherGenderLivesHere: {
    zh: '房间里住着另一性别的学生',
    en: 'Somebody of the other gender lives in this room',
  },
  unknownType: {
    zh: (name: string) => `没有“${name}”这种宿舍类型，请先导入宿舍类型`,
    en: (name: string) => `There is no dormitory type ${name}. Import the types first`,
  },
  livedIn: {
    zh: '已有学生安排在其中的房间',
    en: 'somebody was given one of these rooms already',
  },
  moreBedsThanType: {
    zh: (type: string, most: number) => `${type}最多${most}个床位`,
    en: (type: string, most: number) => `A room of the type ${type} has ${most} beds at most`,
  },
  places: { zh: '宿舍分配', en: 'Who lives where' },
  placesAbout: {
    zh: '每个学生一行：楼栋、房间和床位；先导入学生和房间。学生退宿在学生页面办理，本表不撤销',
    en: 'One row a student: building, room and bed. Students and rooms come first. Nobody moves out by an import: that is done on the page of the student',
  },
  noRoom: {
    zh: (building: string, room: string) => `没有${building}${room}这个房间，请先导入房间`,
    en: (building: string, room: string) =>
      `There is no room ${room} in ${building}. Import the rooms first`,
  },
  closed: { zh: '该房间已停用', en: 'This room takes nobody any more' },
  noBed: {
    zh: (beds: string) => `该房间的床位只有：${beds}`,
    en: (beds: string) => `This room has the beds ${beds} only`,
  },
  full: {
    zh: '该床位已安排给别的学生',
    en: 'Another student has this bed already',
  },
  otherGender: {
    zh: '该房间只安排另一性别的学生',
    en: 'This room is for students of the other gender',
  },
  arrived: {
    zh: '其中已有学生报到入住',
    en: 'a student has arrived there already',
  },
} as const
