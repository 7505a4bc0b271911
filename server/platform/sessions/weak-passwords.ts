import { MIN_STAFF_PASSWORD_LENGTH } from '#contract/profile'

/** Why a staff password is rejected. */
export type PasswordWeakness = 'short' | 'number' | 'common'

/**
 * Finds what makes a new staff password easy to guess: too few characters, the work number with
 * little around it, or a common password. Students' passwords follow the rules of their forms
 * (D-95), because such a password protects only the data of one student.
 */
export function findPasswordWeakness(
  password: string,
  workNumber: string,
): PasswordWeakness | undefined {
  const plain = password.normalize('NFKC').trim().toLowerCase()
  const letters = lettersOf(plain)
  if (isMadeOf(letters, lettersOf(workNumber.normalize('NFKC').toLowerCase()))) return 'number'
  if ([...password].length < MIN_STAFF_PASSWORD_LENGTH) return 'short'
  return isRun(letters) || COMMON.has(plain) || COMMON.has(letters) || hasCommonStem(letters)
    ? 'common'
    : undefined
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

// Whether the password consists of the work number and, around it, only the number again, digits, a
// year or a run.
function isMadeOf(letters: string, number: string): boolean {
  if (number === '' || !letters.includes(number)) return false
  const rest = letters.replaceAll(number, '').replaceAll('年', '')
  return /^\d*$/.test(rest) || isRun(rest.replaceAll(/\d/g, ''))
}

// Whether the text repeats a few characters, or consists of consecutive characters, ascending or
// descending.
function isRun(text: string): boolean {
  if (/^(.{1,4})\1+.{0,3}$/u.test(text)) return true
  const codes = [...text].map((sign) => sign.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)))
  return steps.size === 1
}

// Whether the text is a common word surrounded by digits only.
const hasCommonStem = (text: string) => STEMS.has(text.replace(/^\d+|\d+$/g, ''))

const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const STEMS = listed(`
  a aa abc abcd admin administrator aini asd asdf asdfgh asdfghjkl baobao baodao beijing campus changeme china computer
  daxue dragon football guest hello huawei iloveyou jiaoshi jiaoyu laoshi letmein login love mima monkey p passw0rd
  passwd password princess pw q qaz qazwsx qazwsxedc qq qwe qwer qwert qwerty qwertyuiop root school secret shanghai
  shadow student sunshine superman teacher temp test tester university user welcome wodemima woaini wo xuexiao xuesheng
  zaq zhongguo zxc zxcv zxcvbnm`)

// The most frequent leaked passwords of ten or more characters.
const COMMON = listed(`
  0123456789 0987654321 1029384756 1122334455 123123123123 1233211234567 1234509876 1234554321 12345678900 1234567891
  1234567890 12345678910 123456789a 123456789abc 123456789q 12345qwert 123654789 1357924680 147258369 1472583690
  147896325 1478963250 1596321478 159357456852 1a2b3c4d5e 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc 1qaz1qaz
  2512345678 3.1415926535 31415926535 3141592653 5201314520 5201314521 52013145201314 741852963 7418529630 789456123
  7894561230 9638527410 987654321 9876543210 a123456789 a1234567890 a1b2c3d4e5 aa123456789 abc1234567 abc123456789
  abcd123456 abcd12345678 abcdefg123 abcdefg1234567 adminadmin administrator adminpassword asd123456789 asdasdasd
  asdf123456 asdfasdf1234 asdfghjkl asdfghjkl1 asdfghjkl123 baseball123 basketball changeme123 charlie123 christopher
  computer123 dearbook123 dragon1234 football123 fuckyou123 helloworld iloveyou123 iloveyou1314 iloveyou520 internet123
  jordan2323 letmein123 liverpool1 love5201314 manchester michael123 mypassword newpassword nihao123456 p@ssw0rd123
  p@ssword123 passw0rd123 password01 password12 password123 password1234 password12345 password123456 password1!
  passwordpassword princess123 q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedc1 qazwsxedc123 qazwsxedcrfv qq123456789 qwe123456789
  qweasdzxc1 qweasdzxc123 qweqweqwe123 qwer123456 qwer1234asdf qwerasdfzxcv qwerty1234 qwerty12345 qwerty123456
  qwertyuiop qwertyuiop123 qwertyuiop[] secret1234 starwars123 sunshine123 superman123 temppassword test123456
  testtest123 trustno1trustno1 wang123456 welcome123 welcome1234 woaini1314 woaini1314520 woaini520 woaiwojia woaiwojia1
  xiaoming123 zaq12wsxcde3 zhang123456 zxcvbnm123 zxcvbnm1234 zxcvbnmasdfghjkl zzxxccvvbb`)
