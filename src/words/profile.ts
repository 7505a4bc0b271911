/** The profile and its safety (PRO rows; D-12, D-94 to D-96). */
export const profileWords = {
  phoneWrong: { zh: '请输入正确的手机号码', en: 'Enter a correct phone number' },
  idCardWrong: { zh: '请输入正确的身份证号', en: 'Enter a correct ID card number' },
  askAdministrator: { zh: '请联系管理员', en: 'Contact the administrator' },
  pictureType: {
    zh: '图片类型必须是gif、jpg、jpeg、png、bmp中的一种',
    en: 'The picture must be a gif, jpg, jpeg, png or bmp',
  },
} as const
