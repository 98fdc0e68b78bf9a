/** The parts of the console that its menu leads to, in their order. */
export const sections = {
  automations: { title: 'Automations', path: '/console/automations' },
  activity: { title: 'Activity', path: '/console/activity' },
  approvals: { title: 'Approvals', path: '/console/approvals' },
  'network-access': { title: 'Network Access', path: '/console/network-access' },
  chat: { title: 'Chat', path: '/console/chat' },
  usage: { title: 'Usage', path: '/console/usage' },
  alerts: { title: 'Alerts', path: '/console/alerts' },
  settings: { title: 'Settings', path: '/console/settings' },
} as const;

export type Section = keyof typeof sections;
