meta:
  id: mrtk_input_animation
  title: MRTK input animation
  application: Mixed Reality Toolkit for Unity 2.x
  file-extension: bin
  endian: le
  encoding: UTF-8
doc: |
  A recording of head, hands, eye gaze and named markers as Unity animation curves. The format is
  described in `format.md`, beside this file.

  Two layouts share version 1.1, and the header does not tell them apart: MRTK writes float keys of
  8 bytes, the page that Microsoft published has 28. A Kaitai description cannot try one and then the
  other, so the caller says which by the parameter `published_layout`. Parse with `false` first: real
  files are in MRTK's layout. If that fails, or leaves bytes in `trailing`, parse with `true`; keep
  that second result if it succeeds and leaves nothing. For versions below 1.1 the parameter is
  ignored.

  `trailing` holds whatever follows the marker list; MRTK ignores it.

  Files from before version 1.0 and of forks are not described here. A file of draft C can be parsed with
  the 16 bytes of version 1.0's header put before it.
doc-ref: format.md
params:
  - id: published_layout
    type: bool
    doc: Float keys of a 1.1 file have 28 bytes, as published, instead of 8, as MRTK writes them.
seq:
  - id: magic
    contents: [0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a]
  - id: version_major
    type: s4
    valid:
      max: 1
  - id: version_minor
    type: s4
    valid:
      expr: version_major < 1 or version_minor <= 1
    doc: Versions below 1.1, whatever their numbers, are read as 1.0.
  - id: flags
    type: flags
    if: is_v1_1
  - id: camera
    type: pose
    if: has_camera
  - id: left_tracked
    type: curve(false)
    if: has_hands
  - id: right_tracked
    type: curve(false)
    if: has_hands
  - id: left_pinching
    type: curve(false)
    if: has_hands
  - id: right_pinching
    type: curve(false)
    if: has_hands
  - id: left_joints
    type: pose
    repeat: expr
    repeat-expr: 27
    if: has_hands
    doc: In the order of the enum `joint`.
  - id: right_joints
    type: pose
    repeat: expr
    repeat-expr: 27
    if: has_hands
  - id: gaze
    type: ray
    if: has_gaze
  - id: marker_list
    type: marker_list
    if: not _io.eof
    doc: Always there in MRTK's files; the published page knows no markers.
  - id: trailing
    size-eos: true
instances:
  is_v1_1:
    value: version_major == 1 and version_minor == 1
  has_full_keys:
    value: not is_v1_1 or published_layout
  has_camera:
    value: 'is_v1_1 ? flags.camera != 0 : true'
  has_hands:
    value: 'is_v1_1 ? flags.hands != 0 : true'
  has_gaze:
    value: 'is_v1_1 ? flags.gaze != 0 : false'
types:
  flags:
    doc: Any value but 0 counts as true.
    seq:
      - id: camera
        type: u1
      - id: hands
        type: u1
      - id: gaze
        type: u1
  pose:
    seq:
      - id: position
        type: curve(_root.has_full_keys)
        repeat: expr
        repeat-expr: 3
        doc: x, y, z in metres
      - id: rotation
        type: curve(_root.has_full_keys)
        repeat: expr
        repeat-expr: 4
        doc: quaternion x, y, z, w
  ray:
    seq:
      - id: origin
        type: curve(_root.has_full_keys)
        repeat: expr
        repeat-expr: 3
      - id: direction
        type: curve(_root.has_full_keys)
        repeat: expr
        repeat-expr: 3
  curve:
    params:
      - id: is_full
        type: bool
    seq:
      - id: pre_wrap
        type: s4
        enum: wrap_mode
        valid:
          in-enum: true
      - id: post_wrap
        type: s4
        enum: wrap_mode
        valid:
          in-enum: true
      - id: num_keys
        type: s4
        valid:
          min: 0
      - id: keys
        type: key(is_full)
        repeat: expr
        repeat-expr: num_keys
  key:
    doc: A simple key has time and value only.
    params:
      - id: is_full
        type: bool
    seq:
      - id: time
        type: f4
        doc: seconds from the start
      - id: value
        type: f4
      - id: tangents
        type: tangents
        if: is_full
  tangents:
    seq:
      - id: in_tangent
        type: f4
      - id: out_tangent
        type: f4
      - id: in_weight
        type: f4
      - id: out_weight
        type: f4
      - id: weighted_mode
        type: s4
        enum: weighted_mode
  marker_list:
    seq:
      - id: num_markers
        type: s4
        valid:
          min: 0
      - id: markers
        type: marker
        repeat: expr
        repeat-expr: num_markers
  marker:
    seq:
      - id: time
        type: f4
      - id: name
        type: dotnet_string
  dotnet_string:
    doc: What .NET's BinaryWriter makes of a string. The length is in bytes, not in characters.
    seq:
      - id: length
        type: seven_bit_int
      - id: text
        type: str
        size: length.value
  seven_bit_int:
    doc: Seven bits a byte, lowest first; the high bit says that another byte follows. At most 5 bytes.
    seq:
      - id: groups
        type: u1
        repeat: until
        repeat-until: _ < 0x80
        valid:
          expr: _index < 5
    instances:
      value:
        value: >-
          (groups[0] & 0x7f)
          + (groups.size > 1 ? (groups[1] & 0x7f) << 7 : 0)
          + (groups.size > 2 ? (groups[2] & 0x7f) << 14 : 0)
          + (groups.size > 3 ? (groups[3] & 0x7f) << 21 : 0)
          + (groups.size > 4 ? (groups[4] & 0x7f) << 28 : 0)
enums:
  wrap_mode:
    0: default
    1: once
    2: loop
    4: ping_pong
    8: clamp_forever
  weighted_mode:
    0: neither
    1: in_side
    2: out_side
    3: both_sides
  joint:
    0: none
    1: wrist
    2: palm
    3: thumb_metacarpal_joint
    4: thumb_proximal_joint
    5: thumb_distal_joint
    6: thumb_tip
    7: index_metacarpal
    8: index_knuckle
    9: index_middle_joint
    10: index_distal_joint
    11: index_tip
    12: middle_metacarpal
    13: middle_knuckle
    14: middle_middle_joint
    15: middle_distal_joint
    16: middle_tip
    17: ring_metacarpal
    18: ring_knuckle
    19: ring_middle_joint
    20: ring_distal_joint
    21: ring_tip
    22: pinky_metacarpal
    23: pinky_knuckle
    24: pinky_middle_joint
    25: pinky_distal_joint
    26: pinky_tip
