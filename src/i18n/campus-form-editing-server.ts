/** Why the university refuses a change of a form. */
export const campusFormEditingServerTexts = {
  hasProblems: {
    zh: '表单还有要修改的地方，不能发布',
    en: 'The form has something to mend and cannot be published',
  },
  hasSlowPatterns: {
    zh: '表单中有一个格式对某些回答要算很久，不能发布',
    en: 'A pattern of the form takes very long for some answers, so it cannot be published',
  },
  closedAlready: {
    zh: '截止时间已过，请先修改设置',
    en: 'The time when it closes has passed. Change the settings first',
  },
  listIsEmpty: {
    zh: '学生名单还是空的，请先在设置中填写名单',
    en: 'The list of students is empty. Fill it in under the settings first',
  },
  unknownLevel: {
    zh: '设置中的学生类型已不存在，请重新选择',
    en: 'A level in the settings is there no more. Choose again',
  },
  unknownStep: {
    zh: '设置中的迎新步骤已不存在，请重新选择',
    en: 'A step in the settings is there no more. Choose again',
  },
  tooManyListed: { zh: '名单最多20000人', en: 'A list has at most 20,000 students' },
  retiredMeanwhile: {
    zh: '这份表单刚刚被停用，没有发布。请再按一次“发布”查看是谁停用的',
    en: 'The form was retired just now, so it is not published. Press Publish again to see by whom',
  },
  alreadyRetired: { zh: '这份表单已经停用', en: 'The form is retired already' },
  notRetired: { zh: '这份表单没有停用', en: 'The form is not retired' },
} as const
