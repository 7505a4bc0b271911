import * as v from 'valibot'
import { CampusFormDefinition } from '#contract/campus-form-definition'

const label = (zh: string, en = zh) => ({ zh, en })

/** A form with every type of question. */
export const everyTypeForm = v.parse(CampusFormDefinition, {
  title: label('入学登记', 'Entry record'),
  help: label('请如实填写。', 'Please answer truthfully.'),
  items: [
    { type: 'note', name: 'welcome', label: label('欢迎', 'Welcome') },
    {
      type: 'text',
      name: 'nickname',
      label: label('昵称', 'Nickname'),
      required: true,
      longest: 5,
    },
    {
      type: 'text',
      name: 'about',
      label: label('自我介绍', 'About you'),
      isLong: true,
    },
    { type: 'integer', name: 'siblings', label: label('兄弟姐妹', 'Siblings'), least: 0, most: 9 },
    {
      type: 'decimal',
      name: 'height',
      label: label('身高', 'Height'),
      constraint: '. > 1',
      constraintMessage: label('请以米为单位', 'In metres'),
    },
    { type: 'money', name: 'income', label: label('家庭月收入', 'Income'), most: 10_000_000 },
    { type: 'date', name: 'birthday', label: label('生日', 'Birthday'), latest: '2020-12-31' },
    { type: 'time', name: 'bedtime', label: label('就寝时间', 'Bedtime') },
    { type: 'yesNo', name: 'smokes', label: label('是否吸烟', 'Do you smoke?'), required: true },
    {
      type: 'text',
      name: 'brand',
      label: label('吸烟频率', 'How often'),
      relevant: "${smokes} = 'yes'",
      required: true,
    },
    {
      type: 'section',
      name: 'choices',
      label: label('选择', 'Choices'),
      items: [
        { type: 'selectOne', name: 'branch', label: label('校区', 'Campus'), choices: 'branches' },
        {
          type: 'selectOne',
          name: 'building',
          label: label('楼', 'Building'),
          choices: 'buildings',
          filter: 'branch = ${branch}',
        },
        {
          type: 'selectMany',
          name: 'hobbies',
          label: label('爱好', 'Hobbies'),
          choices: 'hobbies',
        },
      ],
    },
    { type: 'region', name: 'home', label: label('家庭所在地', 'Home') },
    { type: 'phone', name: 'phone', label: label('联系电话', 'Phone') },
    { type: 'idDocument', name: 'document', label: label('证件号', 'Document number') },
    { type: 'classmate', name: 'mate', label: label('想同住的同学', 'Room mate') },
    { type: 'picture', name: 'card', label: label('医保卡照片', 'Insurance card'), count: 2 },
    { type: 'file', name: 'proof', label: label('证明文件', 'Proof'), largest: 1_000 },
    {
      type: 'repetition',
      name: 'members',
      label: label('家庭成员', 'Family member'),
      least: 1,
      most: 3,
      items: [
        { type: 'text', name: 'member_name', label: label('姓名', 'Name'), required: true },
        { type: 'integer', name: 'age', label: label('年龄', 'Age') },
      ],
    },
    {
      type: 'calculation',
      name: 'total_age',
      label: label('合计年龄'),
      value: 'sum(${age})',
    },
    { type: 'hidden', name: 'source', label: label('来源'), value: 'phone' },
    {
      type: 'statement',
      name: 'promise',
      label: label('我承诺以上内容属实。', 'I promise that this is true.'),
      required: true,
      isDrawn: true,
    },
  ],
  choices: {
    branches: [
      { name: 'east', label: label('东校区', 'East') },
      { name: 'west', label: label('西校区', 'West') },
    ],
    buildings: [
      { name: 'e1', label: label('东一楼', 'East 1'), columns: { branch: 'east' } },
      { name: 'w1', label: label('西一楼', 'West 1'), columns: { branch: 'west' } },
    ],
    hobbies: [
      { name: 'read', label: label('读书', 'Reading') },
      { name: 'sport', label: label('运动', 'Sport') },
      { name: 'music', label: label('音乐', 'Music') },
    ],
  },
})

/** A form with the largest number of questions, half of them asked by the answer before. */
export const largestForm = v.parse(CampusFormDefinition, {
  title: label('最长的表单', 'The longest form'),
  items: Array.from({ length: 200 }, (_, at) => ({
    type: at % 5 === 4 ? 'yesNo' : 'text',
    name: `q${at}`,
    label: label(`问题${at}`, `Question ${at}`),
    ...(at % 2 === 1 && { relevant: `\${q${at - 1}} != '无'` }),
  })),
})
