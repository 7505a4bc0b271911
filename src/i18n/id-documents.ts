/** The names of identity documents by their stored types. */
export const idDocumentTexts = {
  resident: { zh: '居民身份证', en: 'Resident ID card' },
  'hk-macao-permit': {
    zh: '港澳居民来往内地通行证',
    en: 'Travel permit for Hong Kong and Macao residents',
  },
  'taiwan-permit': {
    zh: '台湾居民来往大陆通行证',
    en: 'Travel permit for Taiwan residents',
  },
  'residence-permit': {
    zh: '港澳台居民居住证',
    en: 'Residence permit for Hong Kong, Macao and Taiwan residents',
  },
  'permanent-residence': {
    zh: '外国人永久居留身份证',
    en: 'Foreign permanent resident ID card',
  },
  passport: { zh: '护照', en: 'Passport' },
} as const
