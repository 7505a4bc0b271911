/** How the amount of a deferral is computed; only the form loads these texts. */
export const deferralAmountTexts = {
  deferOverLimit: {
    zh: (yuan: string) => `缓交金额不能超过 ${yuan} 元！`,
    en: (yuan: string) => `The amount to defer is at most ${yuan} yuan!`,
  },
  hint: {
    zh: (yuan: string) => `缓交金额 = 学费 + 住宿费 - ${yuan}`,
    en: (yuan: string) => `Amount = tuition + accommodation - ${yuan}`,
  },
  hintPercent: {
    zh: (percent: number) => `缓交金额 =（学费 + 住宿费）× ${percent}%`,
    en: (percent: number) => `Amount = (tuition + accommodation) × ${percent}%`,
  },
  hintShare: {
    zh: (percent: number) => `由您填写，不超过学费与住宿费之和的 ${percent}%`,
    en: (percent: number) => `You choose it, up to ${percent}% of tuition and accommodation`,
  },
  closed: {
    zh: '仅限今年入学的新生申请',
    en: 'Only new students of this year can apply',
  },
  hintLimit: {
    zh: (yuan: string) => `由您填写，不超过 ${yuan} 元`,
    en: (yuan: string) => `You choose it, up to ${yuan} yuan`,
  },
} as const
