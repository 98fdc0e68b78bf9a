import type { SenderCorpus } from '../corpus.ts';

export const gitlabMergeRequest: SenderCorpus = {
  sender: 'GitLab merge request',
  contentType: 'application/json',
  headers: {
    'x-gitlab-event': 'Merge Request Hook',
  },
  body: {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: {
      id: 1,
      name: 'Administrator',
      username: 'root',
      email: 'admin@example.com',
      avatar_url: 'http://x/y',
    },
    project: {
      id: 1,
      name: 'Gitlab Test',
      web_url: 'http://example.com/gitlabhq/gitlab-test',
      namespace: 'GitlabHQ',
      visibility_level: 20,
      path_with_namespace: 'gitlabhq/gitlab-test',
      default_branch: 'master',
    },
    object_attributes: {
      id: 99,
      iid: 1,
      target_branch: 'master',
      source_branch: 'ms-viewport',
      author_id: 51,
      assignee_ids: [6],
      title: 'MS-Viewport',
      description: 'Fix the mobile viewport',
      state: 'opened',
      draft: false,
      work_in_progress: false,
      merge_status: 'unchecked',
      detailed_merge_status: 'mergeable',
      created_at: '2026-03-03T17:23:34Z',
      updated_at: '2026-03-03T17:23:34Z',
      time_estimate: 0,
      blocking_discussions_resolved: true,
      last_commit: {
        id: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
        message: 'fixed readme',
        author: {
          name: 'GitLab dev user',
          email: 'gitlabdev@dv6700.(none)',
        },
      },
      action: 'open',
    },
    labels: [
      {
        id: 206,
        title: 'API',
        color: '#fff',
        project_id: 14,
        type: 'ProjectLabel',
      },
    ],
    changes: {
      updated_by_id: {
        previous: null,
        current: 1,
      },
    },
    assignees: [
      {
        id: 6,
        name: 'User1',
        username: 'user1',
      },
    ],
    reviewers: [
      {
        id: 6,
        name: 'User1',
        username: 'user1',
        state: 'unreviewed',
      },
    ],
  },
  cases: [
    [
      'only merge requests targeting master',
      {},
      {
        'object_attributes.target_branch': 'dev',
      },
    ],
    [
      'target branch is master',
      {},
      {
        'object_attributes.target_branch': 'dev',
      },
    ],
    [
      'only when a merge request is opened',
      {},
      {
        'object_attributes.action': 'merge',
        'object_attributes.state': 'merged',
      },
    ],
    [
      'only merged merge requests',
      {
        'object_attributes.action': 'merge',
        'object_attributes.state': 'merged',
      },
      {},
    ],
    [
      'ignore draft merge requests',
      {},
      {
        'object_attributes.draft': true,
        'object_attributes.work_in_progress': true,
      },
    ],
    [
      'skip drafts',
      {},
      {
        'object_attributes.draft': true,
        'object_attributes.work_in_progress': true,
      },
    ],
    [
      'labelled API',
      {},
      {
        labels: [
          {
            title: 'docs',
          },
        ],
      },
    ],
    [
      'has no labels',
      {
        labels: [],
      },
      {},
    ],
    [
      'user is root',
      {},
      {
        'user.username': 'ann',
        'user.name': 'Ann Lee',
        'user.email': 'a@x.io',
      },
    ],
    [
      'title starts with "Draft:"',
      {
        'object_attributes.title': 'Draft: x',
      },
      {},
    ],
    [
      'the source branch is not master',
      {},
      {
        'object_attributes.source_branch': 'master',
      },
    ],
    [
      'source branch is the same as the target branch',
      {
        'object_attributes.source_branch': 'master',
      },
      {},
    ],
    [
      'source branch differs from target branch',
      {},
      {
        'object_attributes.source_branch': 'master',
      },
    ],
    [
      'at least one reviewer',
      {},
      {
        reviewers: [],
      },
    ],
    [
      'no reviewers',
      {
        reviewers: [],
      },
      {},
    ],
    [
      'more than one assignee',
      {
        assignees: [
          {
            name: 'A',
          },
          {
            name: 'B',
          },
        ],
      },
      {},
    ],
    [
      'assigned to User1',
      {},
      {
        assignees: [
          {
            id: 7,
            name: 'User2',
            username: 'user2',
          },
        ],
        reviewers: [],
      },
    ],
    [
      'project is gitlabhq/gitlab-test',
      {},
      {
        'project.path_with_namespace': 'a/b',
        'project.name': 'b',
        'project.namespace': 'a',
        'project.web_url': 'http://a',
      },
    ],
  ],
};

export const gitlabPipeline: SenderCorpus = {
  sender: 'GitLab pipeline',
  contentType: 'application/json',
  headers: {
    'x-gitlab-event': 'Pipeline Hook',
  },
  body: {
    object_kind: 'pipeline',
    object_attributes: {
      id: 31,
      iid: 3,
      name: 'Pipeline for branch: master',
      ref: 'master',
      tag: false,
      sha: 'bcbb5ec396a2c0f828686f14fac9b80b780504f2',
      source: 'merge_request_event',
      status: 'success',
      detailed_status: 'passed',
      stages: ['build', 'test', 'deploy'],
      created_at: '2026-03-12 15:23:28 UTC',
      finished_at: '2026-03-12 15:26:29 UTC',
      duration: 63,
      variables: [
        {
          key: 'NESTOR_PROD_ENVIRONMENT',
          value: 'us-west-1',
        },
      ],
    },
    user: {
      name: 'Administrator',
      username: 'root',
    },
    project: {
      id: 1,
      name: 'Gitlab Test',
      path_with_namespace: 'gitlab-org/gitlab-test',
    },
    builds: [
      {
        id: 380,
        stage: 'deploy',
        name: 'production',
        status: 'skipped',
        manual: true,
        allow_failure: false,
      },
      {
        id: 377,
        stage: 'test',
        name: 'test-build',
        status: 'success',
        manual: false,
        allow_failure: false,
      },
    ],
  },
  cases: [
    [
      'only failed pipelines',
      {
        'object_attributes.status': 'failed',
        'object_attributes.detailed_status': 'failed',
      },
      {},
    ],
    [
      'when a pipeline fails',
      {
        'object_attributes.status': 'failed',
        'object_attributes.detailed_status': 'failed',
      },
      {},
    ],
    [
      'the pipeline succeeded on master',
      {},
      {
        'object_attributes.ref': 'dev',
      },
      {
        'object_attributes.status': 'failed',
        'object_attributes.detailed_status': 'failed',
      },
    ],
    [
      'the pipeline took longer than 60 seconds',
      {},
      {
        'object_attributes.duration': 20,
      },
    ],
    [
      'duration is above 60',
      {},
      {
        'object_attributes.duration': 20,
      },
    ],
    [
      'any build is skipped',
      {},
      {
        builds: [
          {
            name: 'x',
            status: 'success',
          },
        ],
      },
    ],
    [
      'all builds are successful',
      {
        builds: [
          {
            name: 'x',
            status: 'success',
          },
        ],
      },
      {},
    ],
    [
      'no build has status failed',
      {},
      {
        builds: [
          {
            name: 'x',
            status: 'failed',
          },
        ],
      },
    ],
    [
      'source is not merge_request_event',
      {
        'object_attributes.source': 'push',
      },
      {},
    ],
    [
      'ref is master and status is success',
      {},
      {
        'object_attributes.status': 'failed',
      },
    ],
    [
      'stages contain deploy',
      {},
      {
        'object_attributes.stages': ['build'],
      },
    ],
  ],
};

export const githubComment: SenderCorpus = {
  sender: 'GitHub comment',
  contentType: 'application/json',
  headers: {
    'x-github-event': 'issue_comment',
  },
  body: {
    action: 'created',
    issue: {
      number: 12,
      title: 'Crash on start',
      state: 'open',
      user: {
        login: 'ann',
        type: 'User',
      },
      labels: [
        {
          name: 'bug',
        },
        {
          name: 'p1',
        },
      ],
      assignee: null,
      comments: 4,
      pull_request: null,
      body: 'It crashes',
      created_at: '2026-03-01T00:00:00Z',
    },
    comment: {
      id: 99,
      user: {
        login: 'dependabot[bot]',
        type: 'Bot',
      },
      body: '/deploy staging please',
      author_association: 'MEMBER',
      created_at: '2026-03-14T00:00:00Z',
    },
    repository: {
      name: 'api',
      full_name: 'acme/api',
      private: true,
      fork: false,
      default_branch: 'main',
      owner: {
        login: 'acme',
        type: 'Organization',
      },
      visibility: 'private',
      stargazers_count: 7,
    },
    sender: {
      login: 'dependabot[bot]',
      type: 'Bot',
    },
  },
  cases: [
    [
      'comment starts with /deploy',
      {},
      {
        'comment.body': 'hello',
      },
    ],
    [
      'the comment body starts with "/deploy"',
      {},
      {
        'comment.body': 'hello',
      },
    ],
    [
      'only new comments',
      {},
      {
        action: 'edited',
      },
    ],
    [
      'ignore comments by bots',
      {
        'comment.user': {
          login: 'ann',
          type: 'User',
        },
        sender: {
          login: 'ann',
          type: 'User',
        },
      },
      {},
    ],
    [
      'ignore comments from dependabot',
      {
        'comment.user': {
          login: 'ann',
          type: 'User',
        },
        sender: {
          login: 'ann',
          type: 'User',
        },
      },
      {},
    ],
    [
      'the repository is private',
      {},
      {
        'repository.private': false,
        'repository.visibility': 'public',
      },
    ],
    [
      'public repositories only',
      {
        'repository.private': false,
        'repository.visibility': 'public',
      },
      {},
    ],
    [
      'author association is OWNER, MEMBER or COLLABORATOR',
      {},
      {
        'comment.author_association': 'NONE',
      },
    ],
    [
      'issue is labeled bug and p1',
      {},
      {
        'issue.labels': [
          {
            name: 'bug',
          },
        ],
      },
    ],
    [
      'issue labels contain bug',
      {},
      {
        'issue.labels': [
          {
            name: 'docs',
          },
        ],
      },
    ],
    [
      'more than 3 comments',
      {},
      {
        'issue.comments': 1,
      },
    ],
    [
      'issue has no assignee',
      {},
      {
        'issue.assignee': {
          login: 'bob',
        },
      },
    ],
    [
      'the repo is acme/api or acme/web',
      {},
      {
        'repository.full_name': 'acme/docs',
        'repository.name': 'docs',
      },
    ],
    [
      'issue number is 12',
      {},
      {
        'issue.number': 13,
      },
    ],
  ],
};

export const githubRelease: SenderCorpus = {
  sender: 'GitHub release',
  contentType: 'application/json',
  headers: {
    'x-github-event': 'release',
  },
  body: {
    action: 'published',
    release: {
      tag_name: 'v2.3.0-rc.1',
      name: '2.3.0 RC',
      draft: false,
      prerelease: true,
      target_commitish: 'main',
      author: {
        login: 'ann',
        type: 'User',
      },
      assets: [],
      body: 'Breaking: drops Node 18',
      published_at: '2026-03-14T10:00:00Z',
      created_at: '2026-03-13T10:00:00Z',
    },
    repository: {
      name: 'api',
      full_name: 'acme/api',
      private: false,
      default_branch: 'main',
      language: 'TypeScript',
    },
    sender: {
      login: 'ann',
      type: 'User',
    },
  },
  cases: [
    [
      'no prereleases',
      {
        'release.prerelease': false,
      },
      {},
    ],
    [
      'skip pre-releases',
      {
        'release.prerelease': false,
      },
      {},
    ],
    [
      'tag name starts with v2',
      {},
      {
        'release.tag_name': 'v1.0',
      },
    ],
    [
      'tag name does not contain rc',
      {
        'release.tag_name': 'v2.3.0',
      },
      {},
    ],
    [
      'body mentions "breaking"',
      {},
      {
        'release.body': 'fix',
      },
    ],
    [
      'the release is not a draft',
      {},
      {
        'release.draft': true,
      },
    ],
    [
      'the language is TypeScript',
      {},
      {
        'repository.language': 'Go',
      },
    ],
  ],
};
